// Original file: trading/context/v1/snapshots.proto


/**
 * What a position costs; fields are absent where no funding was paid within a day.
 */
export interface SetupFunding__Input {
  /**
   * The newest hourly rate times 8760.
   */
  'currentAnnualized'?: (number | string);
  /**
   * The last day beside the last seven: `rising`, `falling`, `flat`.
   */
  'trend'?: (string);
  '_currentAnnualized'?: "currentAnnualized";
  '_trend'?: "trend";
}

/**
 * What a position costs; fields are absent where no funding was paid within a day.
 */
export interface SetupFunding {
  /**
   * The newest hourly rate times 8760.
   */
  'currentAnnualized'?: (number);
  /**
   * The last day beside the last seven: `rising`, `falling`, `flat`.
   */
  'trend'?: (string);
}
