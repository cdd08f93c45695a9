// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Candles as columns of equal length.
 */
export interface ListCandlesResponse__Input {
  /**
   * Open times in milliseconds since the epoch.
   */
  'tMs'?: (number | string | Long)[];
  /**
   * Opening prices, in the quote asset.
   */
  'open'?: (number | string)[];
  /**
   * Highest prices.
   */
  'high'?: (number | string)[];
  /**
   * Lowest prices.
   */
  'low'?: (number | string)[];
  /**
   * Closing prices.
   */
  'close'?: (number | string)[];
  /**
   * In the base asset.
   */
  'volume'?: (number | string)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  '_nextCursor'?: "nextCursor";
}

/**
 * Candles as columns of equal length.
 */
export interface ListCandlesResponse {
  /**
   * Open times in milliseconds since the epoch.
   */
  'tMs': (number)[];
  /**
   * Opening prices, in the quote asset.
   */
  'open': (number)[];
  /**
   * Highest prices.
   */
  'high': (number)[];
  /**
   * Lowest prices.
   */
  'low': (number)[];
  /**
   * Closing prices.
   */
  'close': (number)[];
  /**
   * In the base asset.
   */
  'volume': (number)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
}
