// Original file: trading/wallet/v1/holdings.proto


export interface ListPositionsRequest__Input {
  /**
   * Id of the venue.
   */
  'venue'?: (string);
}

export interface ListPositionsRequest {
  /**
   * Id of the venue.
   */
  'venue': (string);
}
