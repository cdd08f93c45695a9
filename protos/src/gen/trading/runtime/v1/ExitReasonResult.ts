// Original file: trading/runtime/v1/runtime.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What the trades that ended for one reason contributed.
 */
export interface ExitReasonResult__Input {
  /**
   * As the framework or the strategy words it, for example `roi`.
   */
  'reason'?: (string);
  /**
   * Profit of these trades, in percent of the starting balance.
   */
  'profitPct'?: (number | string);
  /**
   * Number of these trades.
   */
  'trades'?: (number | string | Long);
  /**
   * Profit of these trades in the stake currency.
   */
  'profitAbs'?: (number | string);
  /**
   * How many of these trades won.
   */
  'wins'?: (number | string | Long);
}

/**
 * What the trades that ended for one reason contributed.
 */
export interface ExitReasonResult {
  /**
   * As the framework or the strategy words it, for example `roi`.
   */
  'reason': (string);
  /**
   * Profit of these trades, in percent of the starting balance.
   */
  'profitPct': (number);
  /**
   * Number of these trades.
   */
  'trades': (number);
  /**
   * Profit of these trades in the stake currency.
   */
  'profitAbs': (number);
  /**
   * How many of these trades won.
   */
  'wins': (number);
}
