// Original file: trading/context/v1/resolved.proto


/**
 * A table of candles.
 */
export interface CandleTable__Input {
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * A stored timeframe, for example `1h`.
   */
  'timeframe'?: (string);
}

/**
 * A table of candles.
 */
export interface CandleTable {
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * A stored timeframe, for example `1h`.
   */
  'timeframe': (string);
}
