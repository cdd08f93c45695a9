// Original file: trading/runtime/v1/runtime.proto


export interface DeleteBacktestRequest__Input {
  /**
   * Identifier of the backtest.
   */
  'id'?: (string);
}

export interface DeleteBacktestRequest {
  /**
   * Identifier of the backtest.
   */
  'id': (string);
}
