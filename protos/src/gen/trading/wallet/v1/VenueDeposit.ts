// Original file: trading/wallet/v1/wallet.proto


/**
 * Where money for a venue is safely sent: the wallet's own address, from which a setup moves it on.
 */
export interface VenueDeposit__Input {
  /**
   * `arbitrum`.
   */
  'chain'?: (string);
  /**
   * `USDC`.
   */
  'asset'?: (string);
  /**
   * Checksummed EVM address.
   */
  'address'?: (string);
}

/**
 * Where money for a venue is safely sent: the wallet's own address, from which a setup moves it on.
 */
export interface VenueDeposit {
  /**
   * `arbitrum`.
   */
  'chain': (string);
  /**
   * `USDC`.
   */
  'asset': (string);
  /**
   * Checksummed EVM address.
   */
  'address': (string);
}
