// Original file: trading/runtime/v1/runs.proto

import type { BacktestTrade__Input as _trading_runtime_v1_BacktestTrade__Input, BacktestTrade as _trading_runtime_v1_BacktestTrade } from '../../../trading/runtime/v1/BacktestTrade.js';

export interface ListBacktestTradesResponse__Input {
  /**
   * In the order that the framework lists them.
   */
  'trades'?: (_trading_runtime_v1_BacktestTrade__Input)[];
  /**
   * Absent on the last page.
   */
  'nextCursor'?: (string);
  /**
   * The cursor of the position after each trade, at the same index.
   */
  'cursors'?: (string)[];
  '_nextCursor'?: "nextCursor";
}

export interface ListBacktestTradesResponse {
  /**
   * In the order that the framework lists them.
   */
  'trades': (_trading_runtime_v1_BacktestTrade)[];
  /**
   * Absent on the last page.
   */
  'nextCursor'?: (string);
  /**
   * The cursor of the position after each trade, at the same index.
   */
  'cursors': (string)[];
}
