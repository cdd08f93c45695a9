// Original file: trading/identity/v1/identity.proto


export interface SendRegistrationCodeResponse__Input {
  /**
   * How long the code is valid, in seconds.
   */
  'expiresInSeconds'?: (number);
}

export interface SendRegistrationCodeResponse {
  /**
   * How long the code is valid, in seconds.
   */
  'expiresInSeconds': (number);
}
