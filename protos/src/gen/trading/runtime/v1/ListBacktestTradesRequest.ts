// Original file: trading/runtime/v1/runs.proto

import type { Long } from '@grpc/proto-loader';

export interface ListBacktestTradesRequest__Input {
  /**
   * Identifier of the backtest.
   */
  'id'?: (string);
  /**
   * 1 to 500.
   */
  'limit'?: (number);
  /**
   * Cursor of the trade after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Framework alias of its market; absent for all.
   */
  'symbol'?: (string);
  /**
   * First time of closing, inclusive, in milliseconds since the epoch; absent for any.
   */
  'closedFromMs'?: (number | string | Long);
  /**
   * Last time of closing, exclusive; absent for any.
   */
  'closedToMs'?: (number | string | Long);
  '_cursor'?: "cursor";
  '_symbol'?: "symbol";
  '_closedFromMs'?: "closedFromMs";
  '_closedToMs'?: "closedToMs";
}

export interface ListBacktestTradesRequest {
  /**
   * Identifier of the backtest.
   */
  'id': (string);
  /**
   * 1 to 500.
   */
  'limit': (number);
  /**
   * Cursor of the trade after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Framework alias of its market; absent for all.
   */
  'symbol'?: (string);
  /**
   * First time of closing, inclusive, in milliseconds since the epoch; absent for any.
   */
  'closedFromMs'?: (number);
  /**
   * Last time of closing, exclusive; absent for any.
   */
  'closedToMs'?: (number);
}
