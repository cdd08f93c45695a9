// Original file: trading/runtime/v1/result_tables.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A table of candles that a run was fed.
 */
export interface FedTable__Input {
  /**
   * Framework alias.
   */
  'symbol'?: (string);
  /**
   * For example `1h`.
   */
  'timeframe'?: (string);
  /**
   * The stored timeframe that it was aggregated from; absent if this timeframe is stored.
   */
  'aggregatedFrom'?: (string);
  /**
   * Open time of its first candle, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Open time of its last candle, in milliseconds since the epoch.
   */
  'toMs'?: (number | string | Long);
  /**
   * Number of its candles.
   */
  'rows'?: (number | string | Long);
  /**
   * SHA-256 of each stored object that it was read from, in lower-case hex, ordered by time.
   */
  'objects'?: (string)[];
  '_aggregatedFrom'?: "aggregatedFrom";
}

/**
 * A table of candles that a run was fed.
 */
export interface FedTable {
  /**
   * Framework alias.
   */
  'symbol': (string);
  /**
   * For example `1h`.
   */
  'timeframe': (string);
  /**
   * The stored timeframe that it was aggregated from; absent if this timeframe is stored.
   */
  'aggregatedFrom'?: (string);
  /**
   * Open time of its first candle, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * Open time of its last candle, in milliseconds since the epoch.
   */
  'toMs': (number);
  /**
   * Number of its candles.
   */
  'rows': (number);
  /**
   * SHA-256 of each stored object that it was read from, in lower-case hex, ordered by time.
   */
  'objects': (string)[];
}
