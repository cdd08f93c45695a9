// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveCandlesRequest__Input {
  /**
   * Venue id, for example `hyperliquid`.
   */
  'venue'?: (string);
  /**
   * Canonical symbols, 1 to 100.
   */
  'symbols'?: (string)[];
  /**
   * Timeframes that the run reads, for example `1h`.
   */
  'timeframes'?: (string)[];
  /**
   * Start of the backtest, inclusive, in milliseconds since the epoch; inside the coverage.
   */
  'fromMs'?: (number | string | Long);
  /**
   * End of the backtest, exclusive; inside the coverage, which ends where the last stored candle closes.
   */
  'toMs'?: (number | string | Long);
}

export interface ResolveCandlesRequest {
  /**
   * Venue id, for example `hyperliquid`.
   */
  'venue': (string);
  /**
   * Canonical symbols, 1 to 100.
   */
  'symbols': (string)[];
  /**
   * Timeframes that the run reads, for example `1h`.
   */
  'timeframes': (string)[];
  /**
   * Start of the backtest, inclusive, in milliseconds since the epoch; inside the coverage.
   */
  'fromMs': (number);
  /**
   * End of the backtest, exclusive; inside the coverage, which ends where the last stored candle closes.
   */
  'toMs': (number);
}
