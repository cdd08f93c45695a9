// Original file: trading/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface AuthenticateResponse__Input {
  /**
   * The account that the credential belongs to.
   */
  'accountId'?: (string);
  /**
   * Identifier of the API key or of the session.
   */
  'credentialId'?: (string);
  /**
   * `api_key` or `session`.
   */
  'credentialType'?: (string);
  /**
   * `read`, `trade`, `all`; a session has `all`.
   */
  'permissions'?: (string)[];
  /**
   * Requests that this gateway may let pass for the credential before it asks again; 0 when the window is used up.
   */
  'allowance'?: (number);
  /**
   * End of the window that the allowance counts for, in milliseconds since the epoch.
   */
  'allowanceResetsAtMs'?: (number | string | Long);
  /**
   * Requests a minute that the credential is granted in all.
   */
  'requestsPerMinute'?: (number);
  /**
   * Names the grant in its usage report; empty when `allowance` is 0, since there is nothing to report.
   */
  'grantId'?: (string);
  /**
   * Requests that are left of the window beside all open grants.
   */
  'requestsLeft'?: (number);
}

export interface AuthenticateResponse {
  /**
   * The account that the credential belongs to.
   */
  'accountId': (string);
  /**
   * Identifier of the API key or of the session.
   */
  'credentialId': (string);
  /**
   * `api_key` or `session`.
   */
  'credentialType': (string);
  /**
   * `read`, `trade`, `all`; a session has `all`.
   */
  'permissions': (string)[];
  /**
   * Requests that this gateway may let pass for the credential before it asks again; 0 when the window is used up.
   */
  'allowance': (number);
  /**
   * End of the window that the allowance counts for, in milliseconds since the epoch.
   */
  'allowanceResetsAtMs': (number);
  /**
   * Requests a minute that the credential is granted in all.
   */
  'requestsPerMinute': (number);
  /**
   * Names the grant in its usage report; empty when `allowance` is 0, since there is nothing to report.
   */
  'grantId': (string);
  /**
   * Requests that are left of the window beside all open grants.
   */
  'requestsLeft': (number);
}
