// Original file: trading/wallet/v1/wallet.proto


export interface SetUpVenueRequest__Input {
  /**
   * Id of the venue. A planned venue answers `feature_not_available`.
   */
  'venue'?: (string);
  /**
   * What to reserve and move: decimal string of USD, at least 50.00.
   */
  'amountUsd'?: (string);
  /**
   * The caller's key, 1 to 255 visible ASCII characters.
   */
  'idempotencyKey'?: (string);
}

export interface SetUpVenueRequest {
  /**
   * Id of the venue. A planned venue answers `feature_not_available`.
   */
  'venue': (string);
  /**
   * What to reserve and move: decimal string of USD, at least 50.00.
   */
  'amountUsd': (string);
  /**
   * The caller's key, 1 to 255 visible ASCII characters.
   */
  'idempotencyKey': (string);
}
