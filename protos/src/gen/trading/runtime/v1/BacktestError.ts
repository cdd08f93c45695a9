// Original file: trading/runtime/v1/runtime.proto

import type { StrategyFinding__Input as _trading_runtime_v1_StrategyFinding__Input, StrategyFinding as _trading_runtime_v1_StrategyFinding } from '../../../trading/runtime/v1/StrategyFinding.js';

/**
 * Why a run ended without a result.
 */
export interface BacktestError__Input {
  /**
   * `time_limit_exceeded`, `no_progress` (no candle and no other step for a minute), `memory_limit_exceeded`, `process_limit_exceeded`, `output_limit_exceeded`, `strategy_failed`,
   * `config_invalid` (the framework refused the config when it loaded it), `data_unavailable`, `platform_failed`,
   * `cancelled`; `quota_exceeded` where its account had no room for it when its turn came; and `strategy_invalid` or `invalid_request`
   * where it was queued before its framework was installed.
   */
  'code'?: (string);
  /**
   * What happened, for the author of the strategy.
   */
  'message'?: (string);
  /**
   * Places in the strategy file.
   */
  'details'?: (_trading_runtime_v1_StrategyFinding__Input)[];
}

/**
 * Why a run ended without a result.
 */
export interface BacktestError {
  /**
   * `time_limit_exceeded`, `no_progress` (no candle and no other step for a minute), `memory_limit_exceeded`, `process_limit_exceeded`, `output_limit_exceeded`, `strategy_failed`,
   * `config_invalid` (the framework refused the config when it loaded it), `data_unavailable`, `platform_failed`,
   * `cancelled`; `quota_exceeded` where its account had no room for it when its turn came; and `strategy_invalid` or `invalid_request`
   * where it was queued before its framework was installed.
   */
  'code': (string);
  /**
   * What happened, for the author of the strategy.
   */
  'message': (string);
  /**
   * Places in the strategy file.
   */
  'details': (_trading_runtime_v1_StrategyFinding)[];
}
