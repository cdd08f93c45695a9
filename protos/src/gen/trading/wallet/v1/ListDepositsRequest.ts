// Original file: trading/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDepositsRequest__Input {
  /**
   * How many deposits to return at most, 1 to 100.
   */
  'limit'?: (number);
  /**
   * Cursor of the deposit after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * A status of `Deposit`; absent for all.
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

export interface ListDepositsRequest {
  /**
   * How many deposits to return at most, 1 to 100.
   */
  'limit': (number);
  /**
   * Cursor of the deposit after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * A status of `Deposit`; absent for all.
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
