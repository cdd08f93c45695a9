// Original file: trading/context/v1/snapshots.proto


/**
 * A market that a round noticed for something.
 */
export interface ScanResult__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * `momentum`, `mean_reversion`, `breakout`, `volume`.
   */
  'category'?: (string);
  /**
   * 0 to 100, to one decimal; 50 where the market is as remarkable as the category's measure calls remarkable.
   */
  'score'?: (number | string);
  /**
   * The numbers that the score is computed from: a JSON object as text. Of a builder-deployed exchange's market it says
   * `backtest_ready: false`.
   */
  'evidenceJson'?: (string);
}

/**
 * A market that a round noticed for something.
 */
export interface ScanResult {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * `momentum`, `mean_reversion`, `breakout`, `volume`.
   */
  'category': (string);
  /**
   * 0 to 100, to one decimal; 50 where the market is as remarkable as the category's measure calls remarkable.
   */
  'score': (number);
  /**
   * The numbers that the score is computed from: a JSON object as text. Of a builder-deployed exchange's market it says
   * `backtest_ready: false`.
   */
  'evidenceJson': (string);
}
