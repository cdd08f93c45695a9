// Original file: trading/context/v1/snapshots.proto


/**
 * How much a market moves; fields are absent where there are too few candles.
 */
export interface SetupVolatility__Input {
  /**
   * Average true range over 14 hours, in percent of the last close.
   */
  'atr14Pct'?: (number | string);
  /**
   * Where the width of the Bollinger bands stands among those of ninety days, 0 to 100.
   */
  'bbWidthPctile90d'?: (number | string);
  '_atr14Pct'?: "atr14Pct";
  '_bbWidthPctile90d'?: "bbWidthPctile90d";
}

/**
 * How much a market moves; fields are absent where there are too few candles.
 */
export interface SetupVolatility {
  /**
   * Average true range over 14 hours, in percent of the last close.
   */
  'atr14Pct'?: (number);
  /**
   * Where the width of the Bollinger bands stands among those of ninety days, 0 to 100.
   */
  'bbWidthPctile90d'?: (number);
}
