// Original file: trading/identity/v1/identity.proto

import type { Account__Input as _trading_identity_v1_Account__Input, Account as _trading_identity_v1_Account } from '../../../trading/identity/v1/Account.js';

export interface GetAccountResponse__Input {
  /**
   * The caller's account.
   */
  'account'?: (_trading_identity_v1_Account__Input | null);
}

export interface GetAccountResponse {
  /**
   * The caller's account.
   */
  'account': (_trading_identity_v1_Account | null);
}
