// Original file: trading/identity/v1/identity.proto


export interface CreateApiKeyResponse__Input {
  /**
   * The secret, shown once.
   */
  'apiKey'?: (string);
  /**
   * Identifier of the key.
   */
  'keyId'?: (string);
  /**
   * The account that it belongs to.
   */
  'accountId'?: (string);
}

export interface CreateApiKeyResponse {
  /**
   * The secret, shown once.
   */
  'apiKey': (string);
  /**
   * Identifier of the key.
   */
  'keyId': (string);
  /**
   * The account that it belongs to.
   */
  'accountId': (string);
}
