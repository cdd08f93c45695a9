// Original file: trading/context/v1/references.proto


/**
 * Names a market.
 */
export interface MarketReference__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbol, for example `BTC/USDC:USDC`.
   */
  'symbol'?: (string);
}

/**
 * Names a market.
 */
export interface MarketReference {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbol, for example `BTC/USDC:USDC`.
   */
  'symbol': (string);
}
