// Original file: trading/wallet/v1/wallet.proto


/**
 * What stands ready for a venue; an absent field is unknown, which is not a negative result.
 */
export interface VenueReadiness__Input {
  /**
   * The venue answers.
   */
  'venueReachable'?: (boolean);
  /**
   * The wallet's key opens, so that it can sign.
   */
  'walletReady'?: (boolean);
  /**
   * The venue knows the wallet.
   */
  'accountExists'?: (boolean);
  /**
   * Money can be moved from the wallet to the venue: there is a way, and the relayer can pay for a transfer.
   */
  'depositRouteReady'?: (boolean);
  '_venueReachable'?: "venueReachable";
  '_walletReady'?: "walletReady";
  '_accountExists'?: "accountExists";
  '_depositRouteReady'?: "depositRouteReady";
}

/**
 * What stands ready for a venue; an absent field is unknown, which is not a negative result.
 */
export interface VenueReadiness {
  /**
   * The venue answers.
   */
  'venueReachable'?: (boolean);
  /**
   * The wallet's key opens, so that it can sign.
   */
  'walletReady'?: (boolean);
  /**
   * The venue knows the wallet.
   */
  'accountExists'?: (boolean);
  /**
   * Money can be moved from the wallet to the venue: there is a way, and the relayer can pay for a transfer.
   */
  'depositRouteReady'?: (boolean);
}
