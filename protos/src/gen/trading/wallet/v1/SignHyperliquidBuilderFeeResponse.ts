// Original file: trading/wallet/v1/signing.proto


export interface SignHyperliquidBuilderFeeResponse__Input {
  /**
   * Checksummed EVM address of the platform's builder, which the fee goes to.
   */
  'builderAddress'?: (string);
  /**
   * The most that an order may pay it, in tenths of a basis point.
   */
  'maximumFeeTenthsOfBasisPoint'?: (number);
  /**
   * The approval to send to the venue's exchange endpoint, as JSON text with `action`, `nonce` and `signature`.
   */
  'approvalJson'?: (string);
}

export interface SignHyperliquidBuilderFeeResponse {
  /**
   * Checksummed EVM address of the platform's builder, which the fee goes to.
   */
  'builderAddress': (string);
  /**
   * The most that an order may pay it, in tenths of a basis point.
   */
  'maximumFeeTenthsOfBasisPoint': (number);
  /**
   * The approval to send to the venue's exchange endpoint, as JSON text with `action`, `nonce` and `signature`.
   */
  'approvalJson': (string);
}
