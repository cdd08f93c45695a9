// Original file: trading/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface AdmitUnauthenticatedResponse__Input {
  /**
   * Whether the request may pass.
   */
  'admitted'?: (boolean);
  /**
   * Requests a minute that the address is granted in all.
   */
  'requestsPerMinute'?: (number);
  /**
   * Requests that are left of the minute.
   */
  'requestsLeft'?: (number);
  /**
   * End of the minute, in milliseconds since the epoch.
   */
  'resetsAtMs'?: (number | string | Long);
}

export interface AdmitUnauthenticatedResponse {
  /**
   * Whether the request may pass.
   */
  'admitted': (boolean);
  /**
   * Requests a minute that the address is granted in all.
   */
  'requestsPerMinute': (number);
  /**
   * Requests that are left of the minute.
   */
  'requestsLeft': (number);
  /**
   * End of the minute, in milliseconds since the epoch.
   */
  'resetsAtMs': (number);
}
