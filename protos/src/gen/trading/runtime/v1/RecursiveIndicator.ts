// Original file: trading/runtime/v1/checks.proto

import type { StartupDifference__Input as _trading_runtime_v1_StartupDifference__Input, StartupDifference as _trading_runtime_v1_StartupDifference } from '../../../trading/runtime/v1/StartupDifference.js';

/**
 * How an indicator's last value depends on the number of candles before it.
 */
export interface RecursiveIndicator__Input {
  /**
   * Its column.
   */
  'indicator'?: (string);
  /**
   * One for each number of start-up candles at which it differs, ascending; at most 20.
   */
  'differences'?: (_trading_runtime_v1_StartupDifference__Input)[];
}

/**
 * How an indicator's last value depends on the number of candles before it.
 */
export interface RecursiveIndicator {
  /**
   * Its column.
   */
  'indicator': (string);
  /**
   * One for each number of start-up candles at which it differs, ascending; at most 20.
   */
  'differences': (_trading_runtime_v1_StartupDifference)[];
}
