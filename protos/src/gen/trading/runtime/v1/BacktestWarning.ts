// Original file: trading/runtime/v1/result_tables.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A warning of the framework or of a library, listed once however often it occurred.
 */
export interface BacktestWarning__Input {
  /**
   * The text of the warning.
   */
  'text'?: (string);
  /**
   * How often.
   */
  'count'?: (number | string | Long);
  /**
   * Line of the strategy file, counted from 1; absent where there is none.
   */
  'line'?: (number);
  '_line'?: "line";
}

/**
 * A warning of the framework or of a library, listed once however often it occurred.
 */
export interface BacktestWarning {
  /**
   * The text of the warning.
   */
  'text': (string);
  /**
   * How often.
   */
  'count': (number);
  /**
   * Line of the strategy file, counted from 1; absent where there is none.
   */
  'line'?: (number);
}
