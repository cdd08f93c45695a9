// Original file: trading/runtime/v1/runtime.proto

import type { Backtest__Input as _trading_runtime_v1_Backtest__Input, Backtest as _trading_runtime_v1_Backtest } from '../../../trading/runtime/v1/Backtest.js';

export interface BatchGetBacktestsResponse__Input {
  /**
   * Those that exist, in the order asked.
   */
  'backtests'?: (_trading_runtime_v1_Backtest__Input)[];
}

export interface BatchGetBacktestsResponse {
  /**
   * Those that exist, in the order asked.
   */
  'backtests': (_trading_runtime_v1_Backtest)[];
}
