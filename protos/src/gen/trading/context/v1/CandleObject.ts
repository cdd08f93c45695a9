// Original file: trading/context/v1/resolved.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One immutable Parquet object of the object store, columns `t` (open time, BIGINT, milliseconds), open, high, low, close, volume
 * (DOUBLE), ascending. Several of one table follow one another in time. It stays readable for six hours after it was replaced.
 */
export interface CandleObject__Input {
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * Timeframe of the rows.
   */
  'timeframe'?: (string);
  /**
   * Key in the object store.
   */
  'key'?: (string);
  /**
   * SHA-256 of the object's bytes in lower-case hex.
   */
  'sha256'?: (string);
  /**
   * First row's open time, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Last row's open time, in milliseconds since the epoch.
   */
  'toMs'?: (number | string | Long);
}

/**
 * One immutable Parquet object of the object store, columns `t` (open time, BIGINT, milliseconds), open, high, low, close, volume
 * (DOUBLE), ascending. Several of one table follow one another in time. It stays readable for six hours after it was replaced.
 */
export interface CandleObject {
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * Timeframe of the rows.
   */
  'timeframe': (string);
  /**
   * Key in the object store.
   */
  'key': (string);
  /**
   * SHA-256 of the object's bytes in lower-case hex.
   */
  'sha256': (string);
  /**
   * First row's open time, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * Last row's open time, in milliseconds since the epoch.
   */
  'toMs': (number);
}
