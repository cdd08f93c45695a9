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
   * `sha256:` plus 64 hex characters; absent for a record of the older platform that does not say it.
   */
  'imageDigest'?: (string);
  '_imageDigest'?: "imageDigest";
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
   * `sha256:` plus 64 hex characters; absent for a record of the older platform that does not say it.
   */
  'imageDigest'?: (string);
}
