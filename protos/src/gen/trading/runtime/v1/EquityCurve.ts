// Original file: trading/runtime/v1/result_tables.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Equity over time as columns of equal length: one point per UTC day plus the final point.
 */
export interface EquityCurve__Input {
  /**
   * Milliseconds since the epoch.
   */
  'tMs'?: (number | string | Long)[];
  /**
   * In the stake currency.
   */
  'equity'?: (number | string)[];
}

/**
 * Equity over time as columns of equal length: one point per UTC day plus the final point.
 */
export interface EquityCurve {
  /**
   * Milliseconds since the epoch.
   */
  'tMs': (number)[];
  /**
   * In the stake currency.
   */
  'equity': (number)[];
}
