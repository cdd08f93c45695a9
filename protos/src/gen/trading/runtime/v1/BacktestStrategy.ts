// Original file: trading/runtime/v1/runs.proto


/**
 * What a backtest runs, as the caller sent it.
 */
export interface BacktestStrategy__Input {
  /**
   * One strategy file, at most 256 KiB.
   */
  'code'?: (string);
  /**
   * The framework's own config as JSON text, at most 64 KiB.
   */
  'configJson'?: (string);
  /**
   * The strategy class to run; absent where the request named none.
   */
  'strategyClass'?: (string);
  '_strategyClass'?: "strategyClass";
}

/**
 * What a backtest runs, as the caller sent it.
 */
export interface BacktestStrategy {
  /**
   * One strategy file, at most 256 KiB.
   */
  'code': (string);
  /**
   * The framework's own config as JSON text, at most 64 KiB.
   */
  'configJson': (string);
  /**
   * The strategy class to run; absent where the request named none.
   */
  'strategyClass'?: (string);
}
