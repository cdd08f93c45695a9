// Original file: trading/execution/v1/execution.proto


export interface GetExecutionRequest__Input {
  /**
   * Identifier of the record.
   */
  'id'?: (string);
}

export interface GetExecutionRequest {
  /**
   * Identifier of the record.
   */
  'id': (string);
}
