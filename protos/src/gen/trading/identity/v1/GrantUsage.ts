// Original file: trading/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What a gateway let pass on one grant.
 */
export interface GrantUsage__Input {
  /**
   * `credential_id` of the grant's answer.
   */
  'credentialId'?: (string);
  /**
   * `grant_id` of the grant's answer.
   */
  'grantId'?: (string);
  /**
   * Requests that passed on it; those refused for want of allowance don't count.
   */
  'requests'?: (number);
  /**
   * When the last of them arrived, in milliseconds since the epoch.
   */
  'lastRequestAtMs'?: (number | string | Long);
}

/**
 * What a gateway let pass on one grant.
 */
export interface GrantUsage {
  /**
   * `credential_id` of the grant's answer.
   */
  'credentialId': (string);
  /**
   * `grant_id` of the grant's answer.
   */
  'grantId': (string);
  /**
   * Requests that passed on it; those refused for want of allowance don't count.
   */
  'requests': (number);
  /**
   * When the last of them arrived, in milliseconds since the epoch.
   */
  'lastRequestAtMs': (number);
}
