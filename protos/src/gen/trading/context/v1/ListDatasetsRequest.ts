// Original file: trading/context/v1/context.proto


export interface ListDatasetsRequest__Input {
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
  /**
   * Canonical symbol; needs venue.
   */
  'symbol'?: (string);
  '_venue'?: "venue";
  '_symbol'?: "symbol";
}

export interface ListDatasetsRequest {
  /**
   * Venue id; absent for all venues.
   */
  'venue'?: (string);
  /**
   * Canonical symbol; needs venue.
   */
  'symbol'?: (string);
}
