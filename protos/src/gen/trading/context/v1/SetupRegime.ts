// Original file: trading/context/v1/snapshots.proto


/**
 * Whether a market has a direction.
 */
export interface SetupRegime__Input {
  /**
   * `trending_up`, `trending_down`, `transitional`, `ranging`, `unknown`.
   */
  'state'?: (string);
  /**
   * Average directional index over 14 hours, 0 to 100; absent where there are too few candles.
   */
  'adx14'?: (number | string);
  '_adx14'?: "adx14";
}

/**
 * Whether a market has a direction.
 */
export interface SetupRegime {
  /**
   * `trending_up`, `trending_down`, `transitional`, `ranging`, `unknown`.
   */
  'state': (string);
  /**
   * Average directional index over 14 hours, 0 to 100; absent where there are too few candles.
   */
  'adx14'?: (number);
}
