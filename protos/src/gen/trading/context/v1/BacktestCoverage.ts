// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The time that rows of a release lie in.
 */
export interface BacktestCoverage__Input {
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'coverageStartMs'?: (number | string | Long);
  /**
   * End of the last row's hour.
   */
  'coverageEndMs'?: (number | string | Long);
}

/**
 * The time that rows of a release lie in.
 */
export interface BacktestCoverage {
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'coverageStartMs': (number);
  /**
   * End of the last row's hour.
   */
  'coverageEndMs': (number);
}
