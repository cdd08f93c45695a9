// Original file: trading/execution/v1/execution.proto

import type { Long } from '@grpc/proto-loader';

export interface ListExecutionsRequest__Input {
  /**
   * How many records to return at most, 1 to 100.
   */
  'limit'?: (number);
  /**
   * Cursor of the record after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * A status of `Execution`; absent for all.
   */
  'status'?: (string);
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
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
  '_venue'?: "venue";
  '_createdFromMs'?: "createdFromMs";
  '_createdToMs'?: "createdToMs";
}

export interface ListExecutionsRequest {
  /**
   * How many records to return at most, 1 to 100.
   */
  'limit': (number);
  /**
   * Cursor of the record after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * A status of `Execution`; absent for all.
   */
  'status'?: (string);
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
  /**
   * First creation time, inclusive, in milliseconds since the epoch; absent for any.
   */
  'createdFromMs'?: (number);
  /**
   * Last creation time, exclusive; absent for any.
   */
  'createdToMs'?: (number);
}
