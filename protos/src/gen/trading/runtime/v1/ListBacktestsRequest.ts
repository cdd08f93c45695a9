// Original file: trading/runtime/v1/runtime.proto


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
  '_status'?: "status";
  '_venue'?: "venue";
  '_cursor'?: "cursor";
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
}
