// Original file: trading/context/v1/resolved.proto


/**
 * What a framework must know of an instrument to build it offline.
 */
export interface Instrument__Input {
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * Decimals of an order's size.
   */
  'sizeDecimals'?: (number);
  /**
   * Largest leverage the venue allows on a small position.
   */
  'maxLeverage'?: (number | string);
  /**
   * Newest known mark price, a decimal string.
   */
  'markPrice'?: (string);
  /**
   * The venue's own name, for example `kPEPE` for `KPEPE/USDC:USDC`.
   */
  'coin'?: (string);
}

/**
 * What a framework must know of an instrument to build it offline.
 */
export interface Instrument {
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * Decimals of an order's size.
   */
  'sizeDecimals': (number);
  /**
   * Largest leverage the venue allows on a small position.
   */
  'maxLeverage': (number);
  /**
   * Newest known mark price, a decimal string.
   */
  'markPrice': (string);
  /**
   * The venue's own name, for example `kPEPE` for `KPEPE/USDC:USDC`.
   */
  'coin': (string);
}
