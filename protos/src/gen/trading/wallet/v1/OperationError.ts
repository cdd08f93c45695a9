// Original file: trading/wallet/v1/wallet.proto


/**
 * Why an operation failed, fit for anybody's eyes.
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
 * Why an operation failed, fit for anybody's eyes.
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
