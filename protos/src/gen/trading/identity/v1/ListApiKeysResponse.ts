// Original file: trading/identity/v1/identity.proto

import type { ApiKey__Input as _trading_identity_v1_ApiKey__Input, ApiKey as _trading_identity_v1_ApiKey } from '../../../trading/identity/v1/ApiKey.js';

export interface ListApiKeysResponse__Input {
  /**
   * Newest first.
   */
  'keys'?: (_trading_identity_v1_ApiKey__Input)[];
}

export interface ListApiKeysResponse {
  /**
   * Newest first.
   */
  'keys': (_trading_identity_v1_ApiKey)[];
}
