// Original file: trading/identity/v1/identity.proto


export interface VerifyRegistrationCodeResponse__Input {
  /**
   * Session token, shown once.
   */
  'sessionToken'?: (string);
  /**
   * The account's identifier.
   */
  'accountId'?: (string);
  /**
   * The account's verified address.
   */
  'email'?: (string);
  /**
   * Secret of a new API key named `api-key`, shown once.
   */
  'apiKey'?: (string);
}

export interface VerifyRegistrationCodeResponse {
  /**
   * Session token, shown once.
   */
  'sessionToken': (string);
  /**
   * The account's identifier.
   */
  'accountId': (string);
  /**
   * The account's verified address.
   */
  'email': (string);
  /**
   * Secret of a new API key named `api-key`, shown once.
   */
  'apiKey': (string);
}
