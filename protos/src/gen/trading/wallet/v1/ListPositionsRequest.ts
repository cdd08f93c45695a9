// Original file: trading/wallet/v1/holdings.proto


export interface ListPositionsRequest__Input {
  /**
   * Id of the venue.
   */
  'venue'?: (string);
  /**
   * The account's wallet to read, any spelling of its EVM address; absent: its primary one.
   */
  'accountAddress'?: (string);
  '_accountAddress'?: "accountAddress";
}

export interface ListPositionsRequest {
  /**
   * Id of the venue.
   */
  'venue': (string);
  /**
   * The account's wallet to read, any spelling of its EVM address; absent: its primary one.
   */
  'accountAddress'?: (string);
}
