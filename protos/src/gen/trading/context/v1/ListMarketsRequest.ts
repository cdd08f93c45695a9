// Original file: trading/context/v1/context.proto


export interface ListMarketsRequest__Input {
  /**
   * Words that must all occur in venue, symbol, name or question, in any case; at most 200 characters. Empty lists all markets;
   * of a venue that is searched only those that are ready for backtests.
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
  /**
   * Only markets that this framework has a name for: `freqtrade`, `nautilus`; absent for all.
   */
  'framework'?: (string);
  '_cursor'?: "cursor";
  '_venue'?: "venue";
  '_kind'?: "kind";
  '_status'?: "status";
  '_backtestReady'?: "backtestReady";
  '_framework'?: "framework";
}

export interface ListMarketsRequest {
  /**
   * Words that must all occur in venue, symbol, name or question, in any case; at most 200 characters. Empty lists all markets;
   * of a venue that is searched only those that are ready for backtests.
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
  /**
   * Only markets that this framework has a name for: `freqtrade`, `nautilus`; absent for all.
   */
  'framework'?: (string);
}
