// Original file: trading/runtime/v1/runtime.proto


/**
 * What a backtest runs on.
 */
export interface BacktestFramework__Input {
  /**
   * `freqtrade` or `nautilus`.
   */
  'id'?: (string);
  /**
   * `sha256:` plus 64 hex characters.
   */
  'imageDigest'?: (string);
}

/**
 * What a backtest runs on.
 */
export interface BacktestFramework {
  /**
   * `freqtrade` or `nautilus`.
   */
  'id': (string);
  /**
   * `sha256:` plus 64 hex characters.
   */
  'imageDigest': (string);
}
