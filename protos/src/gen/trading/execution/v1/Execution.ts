// Original file: trading/execution/v1/execution.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One native action at a venue.
 */
export interface Execution__Input {
  /**
   * `exe_` and a ULID.
   */
  'id'?: (string);
  /**
   * `submitting`, `reconciling`, `succeeded`, `rejected`, `failed`, `reconciliation_required`.
   */
  'status'?: (string);
  /**
   * Id of the venue.
   */
  'venue'?: (string);
  /**
   * The venue's own name of the action, for example `order`.
   */
  'actionType'?: (string);
  /**
   * Checksummed EVM address of the managed wallet that acts.
   */
  'accountAddress'?: (string);
  /**
   * When the record was made, before anything was sent, in milliseconds since the Unix epoch.
   */
  'createdAtMs'?: (number | string | Long);
  /**
   * When the outcome became known, in milliseconds since the Unix epoch; absent until then.
   */
  'finishedAtMs'?: (number | string | Long);
  /**
   * Sanitized venue response as JSON text, for example with `status` and `response`; integers beyond 2^53 appear as strings;
   * absent until there is one.
   */
  'resultJson'?: (string);
  '_finishedAtMs'?: "finishedAtMs";
  '_resultJson'?: "resultJson";
}

/**
 * One native action at a venue.
 */
export interface Execution {
  /**
   * `exe_` and a ULID.
   */
  'id': (string);
  /**
   * `submitting`, `reconciling`, `succeeded`, `rejected`, `failed`, `reconciliation_required`.
   */
  'status': (string);
  /**
   * Id of the venue.
   */
  'venue': (string);
  /**
   * The venue's own name of the action, for example `order`.
   */
  'actionType': (string);
  /**
   * Checksummed EVM address of the managed wallet that acts.
   */
  'accountAddress': (string);
  /**
   * When the record was made, before anything was sent, in milliseconds since the Unix epoch.
   */
  'createdAtMs': (number);
  /**
   * When the outcome became known, in milliseconds since the Unix epoch; absent until then.
   */
  'finishedAtMs'?: (number);
  /**
   * Sanitized venue response as JSON text, for example with `status` and `response`; integers beyond 2^53 appear as strings;
   * absent until there is one.
   */
  'resultJson'?: (string);
}
