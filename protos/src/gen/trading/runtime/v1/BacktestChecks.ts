// Original file: trading/runtime/v1/checks.proto

import type { LookaheadCheck__Input as _trading_runtime_v1_LookaheadCheck__Input, LookaheadCheck as _trading_runtime_v1_LookaheadCheck } from '../../../trading/runtime/v1/LookaheadCheck.js';
import type { RecursiveCheck__Input as _trading_runtime_v1_RecursiveCheck__Input, RecursiveCheck as _trading_runtime_v1_RecursiveCheck } from '../../../trading/runtime/v1/RecursiveCheck.js';

/**
 * The checks that a backtest was asked for; each is absent where it was not.
 */
export interface BacktestChecks__Input {
  /**
   * Whether the strategy looks ahead.
   */
  'lookahead'?: (_trading_runtime_v1_LookaheadCheck__Input | null);
  /**
   * Whether its indicators depend on how many candles come before them.
   */
  'recursive'?: (_trading_runtime_v1_RecursiveCheck__Input | null);
}

/**
 * The checks that a backtest was asked for; each is absent where it was not.
 */
export interface BacktestChecks {
  /**
   * Whether the strategy looks ahead.
   */
  'lookahead': (_trading_runtime_v1_LookaheadCheck | null);
  /**
   * Whether its indicators depend on how many candles come before them.
   */
  'recursive': (_trading_runtime_v1_RecursiveCheck | null);
}
