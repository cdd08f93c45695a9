// Original file: trading/runtime/v1/runtime.proto

import type { Long } from '@grpc/proto-loader';

/**
 * How far a run has come, as it says itself.
 */
export interface BacktestProgress__Input {
  /**
   * Share of its window that has been simulated, from 0 to 1; it never falls while one run lasts.
   */
  'fraction'?: (number | string);
  /**
   * The simulated instant, in milliseconds since the epoch.
   */
  'simulatedAtMs'?: (number | string | Long);
}

/**
 * How far a run has come, as it says itself.
 */
export interface BacktestProgress {
  /**
   * Share of its window that has been simulated, from 0 to 1; it never falls while one run lasts.
   */
  'fraction': (number);
  /**
   * The simulated instant, in milliseconds since the epoch.
   */
  'simulatedAtMs': (number);
}
