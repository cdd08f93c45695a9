// Original file: trading/identity/v1/identity.proto


export interface RevokeApiKeyRequest__Input {
  /**
   * Identifier of the key.
   */
  'id'?: (string);
}

export interface RevokeApiKeyRequest {
  /**
   * Identifier of the key.
   */
  'id': (string);
}
