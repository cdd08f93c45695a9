// Original file: trading/wallet/v1/wallet.proto


export interface GetWithdrawalRequest__Input {
  /**
   * Its identifier.
   */
  'id'?: (string);
}

export interface GetWithdrawalRequest {
  /**
   * Its identifier.
   */
  'id': (string);
}
