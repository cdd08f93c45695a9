// Original file: trading/wallet/v1/signing.proto


export interface SignHyperliquidBuilderFeeRequest__Input {
  /**
   * Account whose primary wallet approves the fee: that of the caller's token.
   */
  'accountId'?: (string);
}

export interface SignHyperliquidBuilderFeeRequest {
  /**
   * Account whose primary wallet approves the fee: that of the caller's token.
   */
  'accountId': (string);
}
