// Original file: trading/context/v1/context.proto


/**
 * Names a market.
 */
export interface MarketReference__Input {
  /**
   * Venue id, for example `hyperliquid`.
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
   * Venue id, for example `hyperliquid`.
   */
  'venue': (string);
  /**
   * Canonical symbol, for example `BTC/USDC:USDC`.
   */
  'symbol': (string);
}
