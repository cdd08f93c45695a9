// Original file: trading/identity/v1/identity.proto

import type { GrantUsage__Input as _trading_identity_v1_GrantUsage__Input, GrantUsage as _trading_identity_v1_GrantUsage } from '../../../trading/identity/v1/GrantUsage.js';

export interface AuthenticateRequest__Input {
  /**
   * Secret of an API key; exactly one of api_key and bearer_token is set.
   */
  'apiKey'?: (string);
  /**
   * Session token, or a token of the configured identity provider.
   */
  'bearerToken'?: (string);
  /**
   * What passed on the grant that this gateway had for the credential, if it had one: closes that grant.
   */
  'usage'?: (_trading_identity_v1_GrantUsage__Input | null);
  '_apiKey'?: "apiKey";
  '_bearerToken'?: "bearerToken";
  '_usage'?: "usage";
}

export interface AuthenticateRequest {
  /**
   * Secret of an API key; exactly one of api_key and bearer_token is set.
   */
  'apiKey'?: (string);
  /**
   * Session token, or a token of the configured identity provider.
   */
  'bearerToken'?: (string);
  /**
   * What passed on the grant that this gateway had for the credential, if it had one: closes that grant.
   */
  'usage'?: (_trading_identity_v1_GrantUsage | null);
}
