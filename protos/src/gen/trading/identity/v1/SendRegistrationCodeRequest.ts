// Original file: trading/identity/v1/identity.proto


export interface SendRegistrationCodeRequest__Input {
  /**
   * E-mail address.
   */
  'email'?: (string);
}

export interface SendRegistrationCodeRequest {
  /**
   * E-mail address.
   */
  'email': (string);
}
