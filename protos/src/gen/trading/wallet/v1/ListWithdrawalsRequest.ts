// Original file: trading/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface ListWithdrawalsRequest__Input {
  /**
   * How many withdrawals to return at most, 1 to 100.
   */
  'limit'?: (number);
  /**
   * Cursor of the withdrawal after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * A status of `Withdrawal`; absent for all.
   */
  'status'?: (string);
  /**
   * First creation time, inclusive, in milliseconds since the epoch; absent for any.
   */
  'createdFromMs'?: (number | string | Long);
  /**
   * Last creation time, exclusive; absent for any.
   */
  'createdToMs'?: (number | string | Long);
  '_cursor'?: "cursor";
  '_status'?: "status";
  '_createdFromMs'?: "createdFromMs";
  '_createdToMs'?: "createdToMs";
}

export interface ListWithdrawalsRequest {
  /**
   * How many withdrawals to return at most, 1 to 100.
   */
  'limit': (number);
  /**
   * Cursor of the withdrawal after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * A status of `Withdrawal`; absent for all.
   */
  'status'?: (string);
  /**
   * First creation time, inclusive, in milliseconds since the epoch; absent for any.
   */
  'createdFromMs'?: (number);
  /**
   * Last creation time, exclusive; absent for any.
   */
  'createdToMs'?: (number);
}
