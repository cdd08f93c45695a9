// Original file: trading/runtime/v1/runs.proto

import type { BacktestStrategy__Input as _trading_runtime_v1_BacktestStrategy__Input, BacktestStrategy as _trading_runtime_v1_BacktestStrategy } from '../../../trading/runtime/v1/BacktestStrategy.js';

export interface GetBacktestStrategyResponse__Input {
  /**
   * What its run was given.
   */
  'strategy'?: (_trading_runtime_v1_BacktestStrategy__Input | null);
}

export interface GetBacktestStrategyResponse {
  /**
   * What its run was given.
   */
  'strategy': (_trading_runtime_v1_BacktestStrategy | null);
}
