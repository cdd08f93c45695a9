// Original file: trading/identity/v1/identity.proto


export interface SendWithdrawalCodeRequest__Input {
  /**
   * Identifier of the account.
   */
  'accountId'?: (string);
  /**
   * Six digits; in no log and no record.
   */
  'code'?: (string);
  /**
   * What it authorizes: decimal string of USD.
   */
  'amountUsd'?: (string);
  /**
   * Checksummed EVM address that the amount goes to.
   */
  'destinationWallet'?: (string);
}

export interface SendWithdrawalCodeRequest {
  /**
   * Identifier of the account.
   */
  'accountId': (string);
  /**
   * Six digits; in no log and no record.
   */
  'code': (string);
  /**
   * What it authorizes: decimal string of USD.
   */
  'amountUsd': (string);
  /**
   * Checksummed EVM address that the amount goes to.
   */
  'destinationWallet': (string);
}
