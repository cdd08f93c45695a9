// Original file: trading/wallet/v1/balances.proto


/**
 * The balance at a venue where the wallet is onboarded.
 */
export interface AllocatedBalance__Input {
  /**
   * Id of the venue.
   */
  'venue'?: (string);
  /**
   * The account's equity there, as the venue states it: decimal string of USD.
   */
  'balanceUsd'?: (string);
}

/**
 * The balance at a venue where the wallet is onboarded.
 */
export interface AllocatedBalance {
  /**
   * Id of the venue.
   */
  'venue': (string);
  /**
   * The account's equity there, as the venue states it: decimal string of USD.
   */
  'balanceUsd': (string);
}
