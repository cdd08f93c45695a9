// Original file: trading/wallet/v1/wallet.proto


/**
 * Why an operation failed. Safe to show to anyone.
 */
export interface OperationError__Input {
  /**
   * Stable code.
   */
  'code'?: (string);
  /**
   * One sentence.
   */
  'message'?: (string);
}

/**
 * Why an operation failed. Safe to show to anyone.
 */
export interface OperationError {
  /**
   * Stable code.
   */
  'code': (string);
  /**
   * One sentence.
   */
  'message': (string);
}
