// Original file: trading/wallet/v1/holdings.proto


export interface ListOpenOrdersRequest__Input {
  /**
   * Id of the venue.
   */
  'venue'?: (string);
}

export interface ListOpenOrdersRequest {
  /**
   * Id of the venue.
   */
  'venue': (string);
}
