// Original file: trading/wallet/v1/wallet.proto


/**
 * What proves that the caller wants a withdrawal.
 */
export interface WithdrawalProof__Input {
  /**
   * `email_otp`, with challenge_id and code; or `wallet_signature`.
   */
  'type'?: (string);
  /**
   * As SendWithdrawalCode gave it.
   */
  'challengeId'?: (string);
  /**
   * The six digits of the message.
   */
  'code'?: (string);
  '_challengeId'?: "challengeId";
  '_code'?: "code";
}

/**
 * What proves that the caller wants a withdrawal.
 */
export interface WithdrawalProof {
  /**
   * `email_otp`, with challenge_id and code; or `wallet_signature`.
   */
  'type': (string);
  /**
   * As SendWithdrawalCode gave it.
   */
  'challengeId'?: (string);
  /**
   * The six digits of the message.
   */
  'code'?: (string);
}
