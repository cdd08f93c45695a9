// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One stored table.
 */
export interface DatasetTable__Input {
  /**
   * For example `candles_1h` or `funding_1h`.
   */
  'name'?: (string);
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Last row's time, in milliseconds since the epoch.
   */
  'toMs'?: (number | string | Long);
  /**
   * Number of rows.
   */
  'rows'?: (number | string | Long);
}

/**
 * One stored table.
 */
export interface DatasetTable {
  /**
   * For example `candles_1h` or `funding_1h`.
   */
  'name': (string);
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * Last row's time, in milliseconds since the epoch.
   */
  'toMs': (number);
  /**
   * Number of rows.
   */
  'rows': (number);
}
