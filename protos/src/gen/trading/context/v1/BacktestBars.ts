// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Candles of a release.
 */
export interface BacktestBars__Input {
  /**
   * For example `1m`.
   */
  'timeframe'?: (string);
  /**
   * When the first candle opens, in milliseconds since the epoch.
   */
  'coverageStartMs'?: (number | string | Long);
  /**
   * When the last candle closes.
   */
  'coverageEndMs'?: (number | string | Long);
}

/**
 * Candles of a release.
 */
export interface BacktestBars {
  /**
   * For example `1m`.
   */
  'timeframe': (string);
  /**
   * When the first candle opens, in milliseconds since the epoch.
   */
  'coverageStartMs': (number);
  /**
   * When the last candle closes.
   */
  'coverageEndMs': (number);
}
