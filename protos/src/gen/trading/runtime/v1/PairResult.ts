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
  /**
   * Profit of its trades in the stake currency; absent for a run from before this was recorded.
   */
  'profitAbs'?: (number | string);
  /**
   * How many of its trades won; absent for a run from before this was recorded.
   */
  'wins'?: (number | string | Long);
  '_profitAbs'?: "profitAbs";
  '_wins'?: "wins";
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
  /**
   * Profit of its trades in the stake currency; absent for a run from before this was recorded.
   */
  'profitAbs'?: (number);
  /**
   * How many of its trades won; absent for a run from before this was recorded.
   */
  'wins'?: (number);
}
