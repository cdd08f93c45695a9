// Original file: trading/context/v1/resolved.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One immutable Parquet object of the object store, columns `t` (the hour's start, BIGINT, milliseconds) and `rate` (DOUBLE, a
 * fraction of the position's value paid by longs to shorts for that hour), ascending. Otherwise like a CandleObject.
 */
export interface FundingObject__Input {
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * Key in the object store.
   */
  'key'?: (string);
  /**
   * SHA-256 of the object's bytes in lower-case hex.
   */
  'sha256'?: (string);
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Last row's time, in milliseconds since the epoch.
   */
  'toMs'?: (number | string | Long);
}

/**
 * One immutable Parquet object of the object store, columns `t` (the hour's start, BIGINT, milliseconds) and `rate` (DOUBLE, a
 * fraction of the position's value paid by longs to shorts for that hour), ascending. Otherwise like a CandleObject.
 */
export interface FundingObject {
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * Key in the object store.
   */
  'key': (string);
  /**
   * SHA-256 of the object's bytes in lower-case hex.
   */
  'sha256': (string);
  /**
   * First row's time, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * Last row's time, in milliseconds since the epoch.
   */
  'toMs': (number);
}
