// Original file: trading/runtime/v1/runtime.proto

import type { Backtest__Input as _trading_runtime_v1_Backtest__Input, Backtest as _trading_runtime_v1_Backtest } from '../../../trading/runtime/v1/Backtest.js';

export interface DeleteBacktestResponse__Input {
  /**
   * The deleted record.
   */
  'backtest'?: (_trading_runtime_v1_Backtest__Input | null);
}

export interface DeleteBacktestResponse {
  /**
   * The deleted record.
   */
  'backtest': (_trading_runtime_v1_Backtest | null);
}
