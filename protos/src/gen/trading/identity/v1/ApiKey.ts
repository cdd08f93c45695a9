// Original file: trading/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An API key without its secret.
 */
export interface ApiKey__Input {
  /**
   * Identifier of the key.
   */
  'id'?: (string);
  /**
   * Display name, set when it was minted.
   */
  'name'?: (string);
  /**
   * First characters of the secret, for display.
   */
  'prefix'?: (string);
  /**
   * `read`, `trade`, `all`.
   */
  'permissions'?: (string)[];
  /**
   * When it was minted, in milliseconds since the epoch.
   */
  'createdAtMs'?: (number | string | Long);
  /**
   * Absent until first used; exact within seconds.
   */
  'lastUsedAtMs'?: (number | string | Long);
  /**
   * Requests since midnight UTC; exact within seconds.
   */
  'requestsToday'?: (number | string | Long);
  '_lastUsedAtMs'?: "lastUsedAtMs";
}

/**
 * An API key without its secret.
 */
export interface ApiKey {
  /**
   * Identifier of the key.
   */
  'id': (string);
  /**
   * Display name, set when it was minted.
   */
  'name': (string);
  /**
   * First characters of the secret, for display.
   */
  'prefix': (string);
  /**
   * `read`, `trade`, `all`.
   */
  'permissions': (string)[];
  /**
   * When it was minted, in milliseconds since the epoch.
   */
  'createdAtMs': (number);
  /**
   * Absent until first used; exact within seconds.
   */
  'lastUsedAtMs'?: (number);
  /**
   * Requests since midnight UTC; exact within seconds.
   */
  'requestsToday': (number);
}
