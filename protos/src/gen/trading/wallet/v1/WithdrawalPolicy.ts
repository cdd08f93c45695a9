// Original file: trading/wallet/v1/wallet.proto


/**
 * How an account proves a withdrawal, chosen by the server.
 */
export interface WithdrawalPolicy__Input {
  /**
   * The account.
   */
  'accountId'?: (string);
  /**
   * `email_otp`.
   */
  'mode'?: (string);
  /**
   * Where codes are sent, masked; of mode `email_otp` alone.
   */
  'maskedEmail'?: (string);
  /**
   * `user_entered`: any address may be named.
   */
  'destinationMode'?: (string);
  /**
   * Checksummed EVM address that withdrawals go to; absent where the caller names one.
   */
  'destinationWallet'?: (string);
  /**
   * How long a proof is valid, in seconds.
   */
  'authorizationTtlSeconds'?: (number);
  '_maskedEmail'?: "maskedEmail";
  '_destinationWallet'?: "destinationWallet";
}

/**
 * How an account proves a withdrawal, chosen by the server.
 */
export interface WithdrawalPolicy {
  /**
   * The account.
   */
  'accountId': (string);
  /**
   * `email_otp`.
   */
  'mode': (string);
  /**
   * Where codes are sent, masked; of mode `email_otp` alone.
   */
  'maskedEmail'?: (string);
  /**
   * `user_entered`: any address may be named.
   */
  'destinationMode': (string);
  /**
   * Checksummed EVM address that withdrawals go to; absent where the caller names one.
   */
  'destinationWallet'?: (string);
  /**
   * How long a proof is valid, in seconds.
   */
  'authorizationTtlSeconds': (number);
}
