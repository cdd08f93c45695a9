// Original file: trading/context/v1/snapshots.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A paper deployment whose owner lets everybody see it.
 */
export interface RankedStrategy__Input {
  /**
   * From 1.
   */
  'displayRank'?: (number);
  /**
   * What its owner calls it.
   */
  'name'?: (string);
  /**
   * Id of the framework that runs it.
   */
  'framework'?: (string);
  /**
   * Id of the venue.
   */
  'venue'?: (string);
  /**
   * Canonical symbols.
   */
  'symbols'?: (string)[];
  /**
   * Whether prices were made up, as a sandbox's are.
   */
  'simulated'?: (boolean);
  /**
   * Days since it started.
   */
  'daysRunning'?: (number | string);
  /**
   * Profit in percent of the starting balance.
   */
  'profitPct'?: (number | string);
  /**
   * Largest fall from a high, in percent.
   */
  'maxDrawdownPct'?: (number | string);
  /**
   * How many trades were closed.
   */
  'trades'?: (number);
  /**
   * Share of the trades that gained, 0 to 1.
   */
  'winRate'?: (number | string);
  /**
   * When it started, in milliseconds since the epoch.
   */
  'startedAtMs'?: (number | string | Long);
}

/**
 * A paper deployment whose owner lets everybody see it.
 */
export interface RankedStrategy {
  /**
   * From 1.
   */
  'displayRank': (number);
  /**
   * What its owner calls it.
   */
  'name': (string);
  /**
   * Id of the framework that runs it.
   */
  'framework': (string);
  /**
   * Id of the venue.
   */
  'venue': (string);
  /**
   * Canonical symbols.
   */
  'symbols': (string)[];
  /**
   * Whether prices were made up, as a sandbox's are.
   */
  'simulated': (boolean);
  /**
   * Days since it started.
   */
  'daysRunning': (number);
  /**
   * Profit in percent of the starting balance.
   */
  'profitPct': (number);
  /**
   * Largest fall from a high, in percent.
   */
  'maxDrawdownPct': (number);
  /**
   * How many trades were closed.
   */
  'trades': (number);
  /**
   * Share of the trades that gained, 0 to 1.
   */
  'winRate': (number);
  /**
   * When it started, in milliseconds since the epoch.
   */
  'startedAtMs': (number);
}
