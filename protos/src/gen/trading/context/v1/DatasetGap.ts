// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Rows that should be there and are not.
 */
export interface DatasetGap__Input {
  /**
   * Name of the table.
   */
  'table'?: (string);
  /**
   * First missing time, inclusive.
   */
  'fromMs'?: (number | string | Long);
  /**
   * End of the gap, exclusive.
   */
  'toMs'?: (number | string | Long);
}

/**
 * Rows that should be there and are not.
 */
export interface DatasetGap {
  /**
   * Name of the table.
   */
  'table': (string);
  /**
   * First missing time, inclusive.
   */
  'fromMs': (number);
  /**
   * End of the gap, exclusive.
   */
  'toMs': (number);
}
