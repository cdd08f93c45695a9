// Original file: trading/runtime/v1/runtime.proto


export interface BatchGetBacktestsRequest__Input {
  /**
   * At most 100.
   */
  'ids'?: (string)[];
}

export interface BatchGetBacktestsRequest {
  /**
   * At most 100.
   */
  'ids': (string)[];
}
