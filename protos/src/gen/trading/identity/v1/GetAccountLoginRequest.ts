// Original file: trading/identity/v1/identity.proto


export interface GetAccountLoginRequest__Input {
  /**
   * Identifier of the account.
   */
  'accountId'?: (string);
}

export interface GetAccountLoginRequest {
  /**
   * Identifier of the account.
   */
  'accountId': (string);
}
