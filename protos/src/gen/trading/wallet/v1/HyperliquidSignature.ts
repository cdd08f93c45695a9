// Original file: trading/wallet/v1/signing.proto


/**
 * A signature as Hyperliquid's requests carry it.
 */
export interface HyperliquidSignature__Input {
  /**
   * 0x and 64 hexadecimal digits.
   */
  'r'?: (string);
  /**
   * 0x and 64 hexadecimal digits.
   */
  's'?: (string);
  /**
   * 27 or 28.
   */
  'v'?: (number);
}

/**
 * A signature as Hyperliquid's requests carry it.
 */
export interface HyperliquidSignature {
  /**
   * 0x and 64 hexadecimal digits.
   */
  'r': (string);
  /**
   * 0x and 64 hexadecimal digits.
   */
  's': (string);
  /**
   * 27 or 28.
   */
  'v': (number);
}
