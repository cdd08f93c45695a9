// Original file: trading/runtime/v1/runs.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A closed trade as the framework reports it.
 */
export interface BacktestTrade__Input {
  /**
   * Framework alias.
   */
  'symbol'?: (string);
  /**
   * `long` or `short`.
   */
  'side'?: (string);
  /**
   * When it was opened, in milliseconds since the epoch.
   */
  'openedAtMs'?: (number | string | Long);
  /**
   * When it was closed, in milliseconds since the epoch.
   */
  'closedAtMs'?: (number | string | Long);
  /**
   * Average price of its entries.
   */
  'openRate'?: (number | string);
  /**
   * Price of its last exit.
   */
  'closeRate'?: (number | string);
  /**
   * In the base asset.
   */
  'amount'?: (number | string);
  /**
   * Margin in the stake currency; absent for a run from before this was recorded.
   */
  'stakeAmount'?: (number | string);
  /**
   * Position divided by margin; absent for a run from before this was recorded.
   */
  'leverage'?: (number | string);
  /**
   * Fees of all its orders in the stake currency; absent for a run from before this was recorded.
   */
  'feesAbs'?: (number | string);
  /**
   * Profit after fees in the stake currency.
   */
  'profitAbs'?: (number | string);
  /**
   * Profit after fees as a fraction of the stake.
   */
  'profitRatio'?: (number | string);
  /**
   * The strategy's own tag of the entry; absent where it gave none.
   */
  'entryTag'?: (string);
  /**
   * Why it was closed, in the framework's or the strategy's own words.
   */
  'exitReason'?: (string);
  '_stakeAmount'?: "stakeAmount";
  '_leverage'?: "leverage";
  '_feesAbs'?: "feesAbs";
  '_entryTag'?: "entryTag";
}

/**
 * A closed trade as the framework reports it.
 */
export interface BacktestTrade {
  /**
   * Framework alias.
   */
  'symbol': (string);
  /**
   * `long` or `short`.
   */
  'side': (string);
  /**
   * When it was opened, in milliseconds since the epoch.
   */
  'openedAtMs': (number);
  /**
   * When it was closed, in milliseconds since the epoch.
   */
  'closedAtMs': (number);
  /**
   * Average price of its entries.
   */
  'openRate': (number);
  /**
   * Price of its last exit.
   */
  'closeRate': (number);
  /**
   * In the base asset.
   */
  'amount': (number);
  /**
   * Margin in the stake currency; absent for a run from before this was recorded.
   */
  'stakeAmount'?: (number);
  /**
   * Position divided by margin; absent for a run from before this was recorded.
   */
  'leverage'?: (number);
  /**
   * Fees of all its orders in the stake currency; absent for a run from before this was recorded.
   */
  'feesAbs'?: (number);
  /**
   * Profit after fees in the stake currency.
   */
  'profitAbs': (number);
  /**
   * Profit after fees as a fraction of the stake.
   */
  'profitRatio': (number);
  /**
   * The strategy's own tag of the entry; absent where it gave none.
   */
  'entryTag'?: (string);
  /**
   * Why it was closed, in the framework's or the strategy's own words.
   */
  'exitReason': (string);
}
