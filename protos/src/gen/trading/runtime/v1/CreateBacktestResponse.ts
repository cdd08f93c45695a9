// Original file: trading/runtime/v1/runtime.proto

import type { Backtest__Input as _trading_runtime_v1_Backtest__Input, Backtest as _trading_runtime_v1_Backtest } from '../../../trading/runtime/v1/Backtest.js';

export interface CreateBacktestResponse__Input {
  /**
   * The record when it was queued. A replay returns it unchanged.
   */
  'backtest'?: (_trading_runtime_v1_Backtest__Input | null);
  /**
   * Whether this repeats an earlier answer.
   */
  'replayed'?: (boolean);
}

export interface CreateBacktestResponse {
  /**
   * The record when it was queued. A replay returns it unchanged.
   */
  'backtest': (_trading_runtime_v1_Backtest | null);
  /**
   * Whether this repeats an earlier answer.
   */
  'replayed': (boolean);
}
