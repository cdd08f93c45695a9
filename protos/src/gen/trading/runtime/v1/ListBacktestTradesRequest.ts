// Original file: trading/runtime/v1/runtime.proto


export interface ListBacktestTradesRequest__Input {
  /**
   * Identifier of the backtest.
   */
  'id'?: (string);
  /**
   * 1 to 500.
   */
  'limit'?: (number);
  /**
   * Cursor of the trade after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface ListBacktestTradesRequest {
  /**
   * Identifier of the backtest.
   */
  'id': (string);
  /**
   * 1 to 500.
   */
  'limit': (number);
  /**
   * Cursor of the trade after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
}
