// Original file: trading/context/v1/context.proto

import type { BacktestBars__Input as _trading_context_v1_BacktestBars__Input, BacktestBars as _trading_context_v1_BacktestBars } from '../../../trading/context/v1/BacktestBars.js';
import type { BacktestCoverage__Input as _trading_context_v1_BacktestCoverage__Input, BacktestCoverage as _trading_context_v1_BacktestCoverage } from '../../../trading/context/v1/BacktestCoverage.js';

/**
 * An immutable release of a market's history.
 */
export interface BacktestRelease__Input {
  /**
   * Names the manifest in the object store.
   */
  'manifestUri'?: (string);
  /**
   * The release.
   */
  'datasetVersion'?: (string);
  /**
   * The finest candles that it holds.
   */
  'bars'?: (_trading_context_v1_BacktestBars__Input | null);
  /**
   * Its funding; absent where it has none.
   */
  'funding'?: (_trading_context_v1_BacktestCoverage__Input | null);
}

/**
 * An immutable release of a market's history.
 */
export interface BacktestRelease {
  /**
   * Names the manifest in the object store.
   */
  'manifestUri': (string);
  /**
   * The release.
   */
  'datasetVersion': (string);
  /**
   * The finest candles that it holds.
   */
  'bars': (_trading_context_v1_BacktestBars | null);
  /**
   * Its funding; absent where it has none.
   */
  'funding': (_trading_context_v1_BacktestCoverage | null);
}
