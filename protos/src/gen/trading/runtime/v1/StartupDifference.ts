// Original file: trading/runtime/v1/checks.proto


/**
 * How an indicator differs at a number of start-up candles.
 */
export interface StartupDifference__Input {
  /**
   * That number.
   */
  'startupCandles'?: (number);
  /**
   * In percent of the value with all candles; absent where the two values have no ratio.
   */
  'differencePct'?: (number | string);
  '_differencePct'?: "differencePct";
}

/**
 * How an indicator differs at a number of start-up candles.
 */
export interface StartupDifference {
  /**
   * That number.
   */
  'startupCandles': (number);
  /**
   * In percent of the value with all candles; absent where the two values have no ratio.
   */
  'differencePct'?: (number);
}
