// Original file: trading/wallet/v1/wallet.proto

import type { Deposit__Input as _trading_wallet_v1_Deposit__Input, Deposit as _trading_wallet_v1_Deposit } from '../../../trading/wallet/v1/Deposit.js';

export interface ListDepositsResponse__Input {
  /**
   * Newest first.
   */
  'deposits'?: (_trading_wallet_v1_Deposit__Input)[];
  /**
   * Cursor of the position after each deposit, in the same order.
   */
  'cursors'?: (string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  '_nextCursor'?: "nextCursor";
}

export interface ListDepositsResponse {
  /**
   * Newest first.
   */
  'deposits': (_trading_wallet_v1_Deposit)[];
  /**
   * Cursor of the position after each deposit, in the same order.
   */
  'cursors': (string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
}
