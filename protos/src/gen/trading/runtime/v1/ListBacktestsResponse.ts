// Original file: trading/runtime/v1/runtime.proto

import type { Backtest__Input as _trading_runtime_v1_Backtest__Input, Backtest as _trading_runtime_v1_Backtest } from '../../../trading/runtime/v1/Backtest.js';

export interface ListBacktestsResponse__Input {
  /**
   * Newest first.
   */
  'backtests'?: (_trading_runtime_v1_Backtest__Input)[];
  /**
   * Absent on the last page.
   */
  'nextCursor'?: (string);
  /**
   * The cursor of the position after each backtest, at the same index.
   */
  'cursors'?: (string)[];
  '_nextCursor'?: "nextCursor";
}

export interface ListBacktestsResponse {
  /**
   * Newest first.
   */
  'backtests': (_trading_runtime_v1_Backtest)[];
  /**
   * Absent on the last page.
   */
  'nextCursor'?: (string);
  /**
   * The cursor of the position after each backtest, at the same index.
   */
  'cursors': (string)[];
}
