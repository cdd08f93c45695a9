// Original file: trading/wallet/v1/wallet.proto


export interface GetWithdrawalRequest__Input {
  /**
   * Its id.
   */
  'id'?: (string);
}

export interface GetWithdrawalRequest {
  /**
   * Its id.
   */
  'id': (string);
}
