// Original file: trading/context/v1/snapshots.proto


/**
 * Prices at which a market turned more than once, the nearest first.
 */
export interface SetupLevels__Input {
  /**
   * Below the last close.
   */
  'support'?: (number | string)[];
  /**
   * Above it.
   */
  'resistance'?: (number | string)[];
}

/**
 * Prices at which a market turned more than once, the nearest first.
 */
export interface SetupLevels {
  /**
   * Below the last close.
   */
  'support': (number)[];
  /**
   * Above it.
   */
  'resistance': (number)[];
}
