// Original file: trading/execution/v1/execution.proto


export interface BatchGetExecutionsRequest__Input {
  /**
   * Identifiers of records, at most 100.
   */
  'ids'?: (string)[];
}

export interface BatchGetExecutionsRequest {
  /**
   * Identifiers of records, at most 100.
   */
  'ids': (string)[];
}
