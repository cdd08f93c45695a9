// Original file: trading/runtime/v1/runtime.proto


/**
 * The window of a backtest, as the caller sent it.
 */
export interface BacktestRange__Input {
  /**
   * First UTC date.
   */
  'from'?: (string);
  /**
   * Last UTC date.
   */
  'to'?: (string);
}

/**
 * The window of a backtest, as the caller sent it.
 */
export interface BacktestRange {
  /**
   * First UTC date.
   */
  'from': (string);
  /**
   * Last UTC date.
   */
  'to': (string);
}
