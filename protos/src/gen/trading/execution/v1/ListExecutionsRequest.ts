// Original file: trading/execution/v1/execution.proto


export interface ListExecutionsRequest__Input {
  /**
   * How many records to return at most, 1 to 100.
   */
  'limit'?: (number);
  /**
   * Cursor of the record after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListExecutionsRequest {
  /**
   * How many records to return at most, 1 to 100.
   */
  'limit': (number);
  /**
   * Cursor of the record after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
}
