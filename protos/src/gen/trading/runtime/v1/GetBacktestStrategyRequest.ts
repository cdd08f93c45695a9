// Original file: trading/runtime/v1/runs.proto


export interface GetBacktestStrategyRequest__Input {
  /**
   * Identifier of the backtest.
   */
  'id'?: (string);
}

export interface GetBacktestStrategyRequest {
  /**
   * Identifier of the backtest.
   */
  'id': (string);
}
