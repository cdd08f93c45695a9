// Original file: trading/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An account, as its owner sees it.
 */
export interface Account__Input {
  /**
   * Identifier of the account.
   */
  'id'?: (string);
  /**
   * Verified e-mail address; absent for an account that signs in with a wallet and has none.
   */
  'email'?: (string);
  /**
   * `email` or `wallet`.
   */
  'loginType'?: (string);
  /**
   * Name of the plan.
   */
  'planName'?: (string);
  /**
   * Requests a minute that each key is granted.
   */
  'requestsPerMinute'?: (number);
  /**
   * Requests by all credentials since midnight UTC; exact within seconds.
   */
  'requestsToday'?: (number | string | Long);
  /**
   * Next midnight UTC, in milliseconds since the epoch.
   */
  'usageResetsAtMs'?: (number | string | Long);
  /**
   * When its owner first signed in, in milliseconds since the epoch.
   */
  'createdAtMs'?: (number | string | Long);
  '_email'?: "email";
}

/**
 * An account, as its owner sees it.
 */
export interface Account {
  /**
   * Identifier of the account.
   */
  'id': (string);
  /**
   * Verified e-mail address; absent for an account that signs in with a wallet and has none.
   */
  'email'?: (string);
  /**
   * `email` or `wallet`.
   */
  'loginType': (string);
  /**
   * Name of the plan.
   */
  'planName': (string);
  /**
   * Requests a minute that each key is granted.
   */
  'requestsPerMinute': (number);
  /**
   * Requests by all credentials since midnight UTC; exact within seconds.
   */
  'requestsToday': (number);
  /**
   * Next midnight UTC, in milliseconds since the epoch.
   */
  'usageResetsAtMs': (number);
  /**
   * When its owner first signed in, in milliseconds since the epoch.
   */
  'createdAtMs': (number);
}
