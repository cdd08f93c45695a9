// Original file: trading/execution/v1/execution.proto

import type { Execution__Input as _trading_execution_v1_Execution__Input, Execution as _trading_execution_v1_Execution } from '../../../trading/execution/v1/Execution.js';

export interface ListExecutionsResponse__Input {
  /**
   * Newest first.
   */
  'executions'?: (_trading_execution_v1_Execution__Input)[];
  /**
   * Cursor of the position after each record, in the same order.
   */
  'cursors'?: (string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  '_nextCursor'?: "nextCursor";
}

export interface ListExecutionsResponse {
  /**
   * Newest first.
   */
  'executions': (_trading_execution_v1_Execution)[];
  /**
   * Cursor of the position after each record, in the same order.
   */
  'cursors': (string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
}
