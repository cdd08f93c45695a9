// Original file: trading/wallet/v1/wallet.proto

import type { Withdrawal__Input as _trading_wallet_v1_Withdrawal__Input, Withdrawal as _trading_wallet_v1_Withdrawal } from '../../../trading/wallet/v1/Withdrawal.js';

export interface CreateWithdrawalResponse__Input {
  /**
   * The withdrawal in its present state.
   */
  'withdrawal'?: (_trading_wallet_v1_Withdrawal__Input | null);
  /**
   * Whether it had been accepted before.
   */
  'replayed'?: (boolean);
}

export interface CreateWithdrawalResponse {
  /**
   * The withdrawal in its present state.
   */
  'withdrawal': (_trading_wallet_v1_Withdrawal | null);
  /**
   * Whether it had been accepted before.
   */
  'replayed': (boolean);
}
