// Original file: trading/runtime/v1/runtime.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What one market contributed.
 */
export interface PairResult__Input {
  /**
   * Framework alias.
   */
  'symbol'?: (string);
  /**
   * Profit of its trades, in percent of the starting balance.
   */
  'profitPct'?: (number | string);
  /**
   * Number of its closed trades.
   */
  'trades'?: (number | string | Long);
}

/**
 * What one market contributed.
 */
export interface PairResult {
  /**
   * Framework alias.
   */
  'symbol': (string);
  /**
   * Profit of its trades, in percent of the starting balance.
   */
  'profitPct': (number);
  /**
   * Number of its closed trades.
   */
  'trades': (number);
}
