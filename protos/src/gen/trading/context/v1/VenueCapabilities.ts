// Original file: trading/context/v1/venues.proto


/**
 * What can be done at a venue now.
 */
export interface VenueCapabilities__Input {
  /**
   * Markets, candles and funding can be read.
   */
  'context'?: (boolean);
  /**
   * Strategies can be backtested.
   */
  'backtest'?: (boolean);
  /**
   * Strategies can run on simulated money.
   */
  'paper'?: (boolean);
  /**
   * Strategies can run on real money.
   */
  'live'?: (boolean);
  /**
   * One-time native actions can be submitted.
   */
  'execution'?: (boolean);
  /**
   * Held funds can be moved there.
   */
  'setup'?: (boolean);
  /**
   * Funds can be withdrawn from there.
   */
  'withdraw'?: (boolean);
}

/**
 * What can be done at a venue now.
 */
export interface VenueCapabilities {
  /**
   * Markets, candles and funding can be read.
   */
  'context': (boolean);
  /**
   * Strategies can be backtested.
   */
  'backtest': (boolean);
  /**
   * Strategies can run on simulated money.
   */
  'paper': (boolean);
  /**
   * Strategies can run on real money.
   */
  'live': (boolean);
  /**
   * One-time native actions can be submitted.
   */
  'execution': (boolean);
  /**
   * Held funds can be moved there.
   */
  'setup': (boolean);
  /**
   * Funds can be withdrawn from there.
   */
  'withdraw': (boolean);
}
