// Original file: trading/runtime/v1/runs.proto


export interface GetBacktestLogsResponse__Input {
  /**
   * `<RFC3339Nano UTC timestamp> <message>`.
   */
  'logs'?: (string)[];
}

export interface GetBacktestLogsResponse {
  /**
   * `<RFC3339Nano UTC timestamp> <message>`.
   */
  'logs': (string)[];
}
