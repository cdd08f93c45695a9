// Original file: trading/runtime/v1/runs.proto


export interface GetBacktestLogsRequest__Input {
  /**
   * Identifier of the backtest.
   */
  'id'?: (string);
}

export interface GetBacktestLogsRequest {
  /**
   * Identifier of the backtest.
   */
  'id': (string);
}
