// Original file: trading/context/v1/venues.proto


/**
 * Fees a side, in percent of the value traded.
 */
export interface VenueFees__Input {
  /**
   * Orders that take liquidity.
   */
  'takerPct'?: (number | string);
  /**
   * Orders that make liquidity.
   */
  'makerPct'?: (number | string);
  /**
   * The platform's builder fee.
   */
  'builderPct'?: (number | string);
}

/**
 * Fees a side, in percent of the value traded.
 */
export interface VenueFees {
  /**
   * Orders that take liquidity.
   */
  'takerPct': (number);
  /**
   * Orders that make liquidity.
   */
  'makerPct': (number);
  /**
   * The platform's builder fee.
   */
  'builderPct': (number);
}
