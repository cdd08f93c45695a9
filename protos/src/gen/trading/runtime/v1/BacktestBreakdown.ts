// Original file: trading/runtime/v1/result_tables.proto

import type { PeriodResults__Input as _trading_runtime_v1_PeriodResults__Input, PeriodResults as _trading_runtime_v1_PeriodResults } from '../../../trading/runtime/v1/PeriodResults.js';

/**
 * What the trades of a run came to by the period in which they were closed.
 */
export interface BacktestBreakdown__Input {
  /**
   * By UTC day.
   */
  'day'?: (_trading_runtime_v1_PeriodResults__Input | null);
  /**
   * By ISO week, from Monday to Sunday.
   */
  'week'?: (_trading_runtime_v1_PeriodResults__Input | null);
  /**
   * By calendar month.
   */
  'month'?: (_trading_runtime_v1_PeriodResults__Input | null);
}

/**
 * What the trades of a run came to by the period in which they were closed.
 */
export interface BacktestBreakdown {
  /**
   * By UTC day.
   */
  'day': (_trading_runtime_v1_PeriodResults | null);
  /**
   * By ISO week, from Monday to Sunday.
   */
  'week': (_trading_runtime_v1_PeriodResults | null);
  /**
   * By calendar month.
   */
  'month': (_trading_runtime_v1_PeriodResults | null);
}
