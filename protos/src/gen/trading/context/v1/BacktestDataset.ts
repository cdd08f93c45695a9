// Original file: trading/context/v1/context.proto

import type { BacktestRelease__Input as _trading_context_v1_BacktestRelease__Input, BacktestRelease as _trading_context_v1_BacktestRelease } from '../../../trading/context/v1/BacktestRelease.js';

/**
 * What a backtest of a market would be run on, or why there is nothing.
 */
export interface BacktestDataset__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * The market, as it was asked for.
   */
  'market'?: (string);
  /**
   * Whether its latest release can serve a backtest.
   */
  'backtestReady'?: (boolean);
  /**
   * Why not: `not_published`, `withdrawn`, `malformed_marker`, `foreign_environment`, `corrupted_manifest`, `corrupted_object`,
   * `no_bars`, `unknown_fees`; absent where it can.
   */
  'unavailabilityReason'?: (string);
  /**
   * Its latest release; absent where it can't.
   */
  'dataset'?: (_trading_context_v1_BacktestRelease__Input | null);
  '_unavailabilityReason'?: "unavailabilityReason";
}

/**
 * What a backtest of a market would be run on, or why there is nothing.
 */
export interface BacktestDataset {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * The market, as it was asked for.
   */
  'market': (string);
  /**
   * Whether its latest release can serve a backtest.
   */
  'backtestReady': (boolean);
  /**
   * Why not: `not_published`, `withdrawn`, `malformed_marker`, `foreign_environment`, `corrupted_manifest`, `corrupted_object`,
   * `no_bars`, `unknown_fees`; absent where it can.
   */
  'unavailabilityReason'?: (string);
  /**
   * Its latest release; absent where it can't.
   */
  'dataset': (_trading_context_v1_BacktestRelease | null);
}
