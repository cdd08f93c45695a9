// Original file: trading/wallet/v1/signing.proto


export interface ResolveTradingWalletResponse__Input {
  /**
   * Checksummed EVM address.
   */
  'address'?: (string);
}

export interface ResolveTradingWalletResponse {
  /**
   * Checksummed EVM address.
   */
  'address': (string);
}
