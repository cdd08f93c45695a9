// Original file: trading/runtime/v1/checks.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The framework's check for entries, exits and indicators that depend on candles after them.
 */
export interface LookaheadCheck__Input {
  /**
   * `pending`, `passed`, `failed` (it found a bias), `error` (it could not be made).
   */
  'status'?: (string);
  /**
   * Why it could not be made; present with the status `error`.
   */
  'message'?: (string);
  /**
   * Trades that were looked at; absent until it was made.
   */
  'totalSignals'?: (number | string | Long);
  /**
   * Of these, those whose entry depended on later candles; absent until it was made.
   */
  'biasedEntrySignals'?: (number | string | Long);
  /**
   * Of these, those whose exit depended on later candles; absent until it was made.
   */
  'biasedExitSignals'?: (number | string | Long);
  /**
   * Columns that depended on later candles, the first 200; empty in lists.
   */
  'biasedIndicators'?: (string)[];
  '_message'?: "message";
  '_totalSignals'?: "totalSignals";
  '_biasedEntrySignals'?: "biasedEntrySignals";
  '_biasedExitSignals'?: "biasedExitSignals";
}

/**
 * The framework's check for entries, exits and indicators that depend on candles after them.
 */
export interface LookaheadCheck {
  /**
   * `pending`, `passed`, `failed` (it found a bias), `error` (it could not be made).
   */
  'status': (string);
  /**
   * Why it could not be made; present with the status `error`.
   */
  'message'?: (string);
  /**
   * Trades that were looked at; absent until it was made.
   */
  'totalSignals'?: (number);
  /**
   * Of these, those whose entry depended on later candles; absent until it was made.
   */
  'biasedEntrySignals'?: (number);
  /**
   * Of these, those whose exit depended on later candles; absent until it was made.
   */
  'biasedExitSignals'?: (number);
  /**
   * Columns that depended on later candles, the first 200; empty in lists.
   */
  'biasedIndicators': (string)[];
}
