// Original file: trading/identity/v1/identity.proto


export interface GetAccountLoginResponse__Input {
  /**
   * `email` or `wallet`.
   */
  'loginType'?: (string);
  /**
   * The verified address, masked: enough for its owner to know it. Absent for an account that has none.
   */
  'maskedEmail'?: (string);
  '_maskedEmail'?: "maskedEmail";
}

export interface GetAccountLoginResponse {
  /**
   * `email` or `wallet`.
   */
  'loginType': (string);
  /**
   * The verified address, masked: enough for its owner to know it. Absent for an account that has none.
   */
  'maskedEmail'?: (string);
}
