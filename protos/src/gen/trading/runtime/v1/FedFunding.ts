// Original file: trading/runtime/v1/result_tables.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The funding payments of a market that a run was fed.
 */
export interface FedFunding__Input {
  /**
   * Framework alias.
   */
  'symbol'?: (string);
  /**
   * Time of its first payment, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Time of its last payment, in milliseconds since the epoch.
   */
  'toMs'?: (number | string | Long);
  /**
   * Number of its payments.
   */
  'rows'?: (number | string | Long);
  /**
   * SHA-256 of each stored object that it was read from, in lower-case hex, ordered by time.
   */
  'objects'?: (string)[];
}

/**
 * The funding payments of a market that a run was fed.
 */
export interface FedFunding {
  /**
   * Framework alias.
   */
  'symbol': (string);
  /**
   * Time of its first payment, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * Time of its last payment, in milliseconds since the epoch.
   */
  'toMs': (number);
  /**
   * Number of its payments.
   */
  'rows': (number);
  /**
   * SHA-256 of each stored object that it was read from, in lower-case hex, ordered by time.
   */
  'objects': (string)[];
}
