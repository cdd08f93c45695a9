// Original file: trading/runtime/v1/result_tables.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What trades came to by period, as columns of equal length; a period without a trade has no row.
 */
export interface PeriodResults__Input {
  /**
   * When the period begins, in milliseconds since the epoch.
   */
  'startMs'?: (number | string | Long)[];
  /**
   * Profit of its trades in the stake currency.
   */
  'profitAbs'?: (number | string)[];
  /**
   * Number of its trades.
   */
  'trades'?: (number | string | Long)[];
  /**
   * How many of them won.
   */
  'wins'?: (number | string | Long)[];
  /**
   * How many of them neither won nor lost.
   */
  'draws'?: (number | string | Long)[];
  /**
   * How many of them lost.
   */
  'losses'?: (number | string | Long)[];
}

/**
 * What trades came to by period, as columns of equal length; a period without a trade has no row.
 */
export interface PeriodResults {
  /**
   * When the period begins, in milliseconds since the epoch.
   */
  'startMs': (number)[];
  /**
   * Profit of its trades in the stake currency.
   */
  'profitAbs': (number)[];
  /**
   * Number of its trades.
   */
  'trades': (number)[];
  /**
   * How many of them won.
   */
  'wins': (number)[];
  /**
   * How many of them neither won nor lost.
   */
  'draws': (number)[];
  /**
   * How many of them lost.
   */
  'losses': (number)[];
}
