// Original file: trading/wallet/v1/wallet.proto


export interface ListWithdrawalsRequest__Input {
  /**
   * How many withdrawals to return at most, 1 to 100.
   */
  'limit'?: (number);
  /**
   * Cursor of the withdrawal after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListWithdrawalsRequest {
  /**
   * How many withdrawals to return at most, 1 to 100.
   */
  'limit': (number);
  /**
   * Cursor of the withdrawal after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
}
