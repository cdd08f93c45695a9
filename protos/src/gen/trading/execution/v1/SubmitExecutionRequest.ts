// Original file: trading/execution/v1/execution.proto


export interface SubmitExecutionRequest__Input {
  /**
   * Id of the venue. A planned venue answers `feature_not_available`.
   */
  'venue'?: (string);
  /**
   * The action in the venue's own field names: a JSON object as text, at most 64 KiB, 32 levels deep and without integers beyond
   * 2^53.
   */
  'actionJson'?: (string);
  /**
   * EVM address of one of the caller's managed wallets; absent for the default one.
   */
  'accountAddress'?: (string);
  /**
   * 1 to 255 visible ASCII characters. A key names one execution for ever.
   */
  'idempotencyKey'?: (string);
  '_accountAddress'?: "accountAddress";
}

export interface SubmitExecutionRequest {
  /**
   * Id of the venue. A planned venue answers `feature_not_available`.
   */
  'venue': (string);
  /**
   * The action in the venue's own field names: a JSON object as text, at most 64 KiB, 32 levels deep and without integers beyond
   * 2^53.
   */
  'actionJson': (string);
  /**
   * EVM address of one of the caller's managed wallets; absent for the default one.
   */
  'accountAddress'?: (string);
  /**
   * 1 to 255 visible ASCII characters. A key names one execution for ever.
   */
  'idempotencyKey': (string);
}
