// Original file: trading/context/v1/context.proto


export interface ListMarketsRequest__Input {
  /**
   * Words that must all occur in venue, symbol or name, in any case; empty lists all markets. At most 200 characters.
   */
  'query'?: (string);
  /**
   * 1 to 200.
   */
  'limit'?: (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
  /**
   * `perpetual`, `spot`, `prediction`; absent for all kinds.
   */
  'kind'?: (string);
  /**
   * `active`, `halted`, `closed`; absent for all.
   */
  'status'?: (string);
  /**
   * Whether stored history can serve a backtest; absent for all.
   */
  'backtestReady'?: (boolean);
  '_cursor'?: "cursor";
  '_venue'?: "venue";
  '_kind'?: "kind";
  '_status'?: "status";
  '_backtestReady'?: "backtestReady";
}

export interface ListMarketsRequest {
  /**
   * Words that must all occur in venue, symbol or name, in any case; empty lists all markets. At most 200 characters.
   */
  'query': (string);
  /**
   * 1 to 200.
   */
  'limit': (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
  /**
   * `perpetual`, `spot`, `prediction`; absent for all kinds.
   */
  'kind'?: (string);
  /**
   * `active`, `halted`, `closed`; absent for all.
   */
  'status'?: (string);
  /**
   * Whether stored history can serve a backtest; absent for all.
   */
  'backtestReady'?: (boolean);
}
