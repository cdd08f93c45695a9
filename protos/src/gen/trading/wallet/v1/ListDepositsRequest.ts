// Original file: trading/wallet/v1/wallet.proto


export interface ListDepositsRequest__Input {
  /**
   * How many deposits to return at most, 1 to 100.
   */
  'limit'?: (number);
  /**
   * Cursor of the deposit after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListDepositsRequest {
  /**
   * How many deposits to return at most, 1 to 100.
   */
  'limit': (number);
  /**
   * Cursor of the deposit after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
}
