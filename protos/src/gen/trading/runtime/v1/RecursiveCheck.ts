// Original file: trading/runtime/v1/checks.proto

import type { RecursiveIndicator__Input as _trading_runtime_v1_RecursiveIndicator__Input, RecursiveIndicator as _trading_runtime_v1_RecursiveIndicator } from '../../../trading/runtime/v1/RecursiveIndicator.js';

/**
 * The framework's check for indicators that depend on how many candles come before them.
 */
export interface RecursiveCheck__Input {
  /**
   * `pending`, `passed`, `failed` (an indicator differs at the strategy's own number of start-up candles, or looks ahead), `error`
   * (it could not be made).
   */
  'status'?: (string);
  /**
   * Why it could not be made; present with the status `error`.
   */
  'message'?: (string);
  /**
   * The strategy's own number of start-up candles; absent until it was made.
   */
  'startupCandles'?: (number);
  /**
   * The indicators that differ, the first 200; empty in lists.
   */
  'indicators'?: (_trading_runtime_v1_RecursiveIndicator__Input)[];
  /**
   * Columns that depended on later candles, the first 200; empty in lists.
   */
  'lookaheadIndicators'?: (string)[];
  '_message'?: "message";
  '_startupCandles'?: "startupCandles";
}

/**
 * The framework's check for indicators that depend on how many candles come before them.
 */
export interface RecursiveCheck {
  /**
   * `pending`, `passed`, `failed` (an indicator differs at the strategy's own number of start-up candles, or looks ahead), `error`
   * (it could not be made).
   */
  'status': (string);
  /**
   * Why it could not be made; present with the status `error`.
   */
  'message'?: (string);
  /**
   * The strategy's own number of start-up candles; absent until it was made.
   */
  'startupCandles'?: (number);
  /**
   * The indicators that differ, the first 200; empty in lists.
   */
  'indicators': (_trading_runtime_v1_RecursiveIndicator)[];
  /**
   * Columns that depended on later candles, the first 200; empty in lists.
   */
  'lookaheadIndicators': (string)[];
}
