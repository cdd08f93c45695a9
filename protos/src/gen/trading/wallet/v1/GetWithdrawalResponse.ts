// Original file: trading/wallet/v1/wallet.proto

import type { Withdrawal__Input as _trading_wallet_v1_Withdrawal__Input, Withdrawal as _trading_wallet_v1_Withdrawal } from '../../../trading/wallet/v1/Withdrawal.js';

export interface GetWithdrawalResponse__Input {
  /**
   * The withdrawal.
   */
  'withdrawal'?: (_trading_wallet_v1_Withdrawal__Input | null);
}

export interface GetWithdrawalResponse {
  /**
   * The withdrawal.
   */
  'withdrawal': (_trading_wallet_v1_Withdrawal | null);
}
