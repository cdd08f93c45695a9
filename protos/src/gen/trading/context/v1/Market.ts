// Original file: trading/context/v1/context.proto


/**
 * An instrument of a venue.
 */
export interface Market__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical, venue-native id.
   */
  'symbol'?: (string);
  /**
   * `perpetual`, `spot`, `prediction`.
   */
  'kind'?: (string);
  /**
   * `active`, `halted`, `closed`.
   */
  'status'?: (string);
  /**
   * Whether stored history can serve a backtest.
   */
  'backtestReady'?: (boolean);
  /**
   * Alias in freqtrade's config and in a backtest's symbols; absent where there is none.
   */
  'freqtradeSymbol'?: (string);
  /**
   * Alias in nautilus' config and in a backtest's symbols; absent where there is none.
   */
  'nautilusSymbol'?: (string);
  /**
   * Smallest price step at the present price, a decimal string.
   */
  'tickSize'?: (string);
  /**
   * Smallest order value in USD, a decimal string.
   */
  'minOrderUsd'?: (string);
  /**
   * Largest leverage the venue allows on a small position.
   */
  'maxLeverage'?: (number | string);
  '_freqtradeSymbol'?: "freqtradeSymbol";
  '_nautilusSymbol'?: "nautilusSymbol";
}

/**
 * An instrument of a venue.
 */
export interface Market {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical, venue-native id.
   */
  'symbol': (string);
  /**
   * `perpetual`, `spot`, `prediction`.
   */
  'kind': (string);
  /**
   * `active`, `halted`, `closed`.
   */
  'status': (string);
  /**
   * Whether stored history can serve a backtest.
   */
  'backtestReady': (boolean);
  /**
   * Alias in freqtrade's config and in a backtest's symbols; absent where there is none.
   */
  'freqtradeSymbol'?: (string);
  /**
   * Alias in nautilus' config and in a backtest's symbols; absent where there is none.
   */
  'nautilusSymbol'?: (string);
  /**
   * Smallest price step at the present price, a decimal string.
   */
  'tickSize': (string);
  /**
   * Smallest order value in USD, a decimal string.
   */
  'minOrderUsd': (string);
  /**
   * Largest leverage the venue allows on a small position.
   */
  'maxLeverage': (number);
}
