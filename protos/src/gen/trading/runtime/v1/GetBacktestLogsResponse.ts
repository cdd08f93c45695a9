// Original file: trading/runtime/v1/runs.proto


export interface GetBacktestLogsResponse__Input {
  /**
   * `<RFC3339Nano UTC timestamp> <message>`.
   */
  'logs'?: (string)[];
  /**
   * The places in `logs`, from 0 and ascending, of the lines that the platform wrote beside the run.
   * All others came out of the run's own process: its strategy, its framework and the harness around them, whatever they say.
   */
  'platformLogLines'?: (number)[];
}

export interface GetBacktestLogsResponse {
  /**
   * `<RFC3339Nano UTC timestamp> <message>`.
   */
  'logs': (string)[];
  /**
   * The places in `logs`, from 0 and ascending, of the lines that the platform wrote beside the run.
   * All others came out of the run's own process: its strategy, its framework and the harness around them, whatever they say.
   */
  'platformLogLines': (number)[];
}
