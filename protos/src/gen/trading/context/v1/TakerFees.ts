// Original file: trading/context/v1/resolved.proto


/**
 * What takers of a prediction pay for each share of a fill, in USD: `rate * (price * (1 - price)) ^ exponent`. Makers pay nothing.
 */
export interface TakerFees__Input {
  /**
   * 0 where there are no fees.
   */
  'rate'?: (number | string);
  /**
   * How fast they fall as the price leaves one half.
   */
  'exponent'?: (number | string);
}

/**
 * What takers of a prediction pay for each share of a fill, in USD: `rate * (price * (1 - price)) ^ exponent`. Makers pay nothing.
 */
export interface TakerFees {
  /**
   * 0 where there are no fees.
   */
  'rate': (number);
  /**
   * How fast they fall as the price leaves one half.
   */
  'exponent': (number);
}
