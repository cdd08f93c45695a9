// Original file: trading/runtime/v1/runtime.proto

import type { Long } from '@grpc/proto-loader';

export interface ListBacktestsRequest__Input {
  /**
   * `queued`, `running`, `finished`, `error`.
   */
  'status'?: (string);
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
  /**
   * 1 to 100.
   */
  'limit'?: (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Canonical symbol of one of its markets; absent for all.
   */
  'symbol'?: (string);
  /**
   * First creation time, inclusive, in milliseconds since the epoch; absent for any.
   */
  'createdFromMs'?: (number | string | Long);
  /**
   * Last creation time, exclusive; absent for any.
   */
  'createdToMs'?: (number | string | Long);
  '_status'?: "status";
  '_venue'?: "venue";
  '_cursor'?: "cursor";
  '_symbol'?: "symbol";
  '_createdFromMs'?: "createdFromMs";
  '_createdToMs'?: "createdToMs";
}

export interface ListBacktestsRequest {
  /**
   * `queued`, `running`, `finished`, `error`.
   */
  'status'?: (string);
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
  /**
   * 1 to 100.
   */
  'limit': (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Canonical symbol of one of its markets; absent for all.
   */
  'symbol'?: (string);
  /**
   * First creation time, inclusive, in milliseconds since the epoch; absent for any.
   */
  'createdFromMs'?: (number);
  /**
   * Last creation time, exclusive; absent for any.
   */
  'createdToMs'?: (number);
}
