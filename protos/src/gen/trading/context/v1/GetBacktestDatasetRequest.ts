// Original file: trading/context/v1/context.proto


export interface GetBacktestDatasetRequest__Input {
  /**
   * Id of a venue with releases.
   */
  'venue'?: (string);
  /**
   * Canonical symbol; of a prediction market also a token or the slug.
   */
  'market'?: (string);
}

export interface GetBacktestDatasetRequest {
  /**
   * Id of a venue with releases.
   */
  'venue': (string);
  /**
   * Canonical symbol; of a prediction market also a token or the slug.
   */
  'market': (string);
}
