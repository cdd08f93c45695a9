// Original file: trading/wallet/v1/wallet.proto

import type { WithdrawalPolicy__Input as _trading_wallet_v1_WithdrawalPolicy__Input, WithdrawalPolicy as _trading_wallet_v1_WithdrawalPolicy } from '../../../trading/wallet/v1/WithdrawalPolicy.js';

export interface GetWithdrawalPolicyResponse__Input {
  /**
   * How the caller proves a withdrawal.
   */
  'policy'?: (_trading_wallet_v1_WithdrawalPolicy__Input | null);
}

export interface GetWithdrawalPolicyResponse {
  /**
   * How the caller proves a withdrawal.
   */
  'policy': (_trading_wallet_v1_WithdrawalPolicy | null);
}
