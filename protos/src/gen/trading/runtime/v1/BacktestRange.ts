// Original file: trading/runtime/v1/runtime.proto


/**
 * The window of a backtest, as the caller sent it.
 */
export interface BacktestRange__Input {
  /**
   * A UTC date or a timestamp.
   */
  'from'?: (string);
  /**
   * A UTC date or a timestamp.
   */
  'to'?: (string);
}

/**
 * The window of a backtest, as the caller sent it.
 */
export interface BacktestRange {
  /**
   * A UTC date or a timestamp.
   */
  'from': (string);
  /**
   * A UTC date or a timestamp.
   */
  'to': (string);
}
