// Original file: trading/wallet/v1/wallet.proto


/**
 * What lies at a venue that the wallet is onboarded at.
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
 * What lies at a venue that the wallet is onboarded at.
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
