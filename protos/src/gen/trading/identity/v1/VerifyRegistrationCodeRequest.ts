// Original file: trading/identity/v1/identity.proto


export interface VerifyRegistrationCodeRequest__Input {
  /**
   * The address that the code was sent to.
   */
  'email'?: (string);
  /**
   * The six-digit code.
   */
  'otp'?: (string);
}

export interface VerifyRegistrationCodeRequest {
  /**
   * The address that the code was sent to.
   */
  'email': (string);
  /**
   * The six-digit code.
   */
  'otp': (string);
}
