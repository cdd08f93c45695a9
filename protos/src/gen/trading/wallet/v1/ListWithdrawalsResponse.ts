// Original file: trading/wallet/v1/wallet.proto

import type { Withdrawal__Input as _trading_wallet_v1_Withdrawal__Input, Withdrawal as _trading_wallet_v1_Withdrawal } from '../../../trading/wallet/v1/Withdrawal.js';

export interface ListWithdrawalsResponse__Input {
  /**
   * Newest first.
   */
  'withdrawals'?: (_trading_wallet_v1_Withdrawal__Input)[];
  /**
   * Cursor of the position after each withdrawal, in the same order.
   */
  'cursors'?: (string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  '_nextCursor'?: "nextCursor";
}

export interface ListWithdrawalsResponse {
  /**
   * Newest first.
   */
  'withdrawals': (_trading_wallet_v1_Withdrawal)[];
  /**
   * Cursor of the position after each withdrawal, in the same order.
   */
  'cursors': (string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
}
