// Original file: trading/wallet/v1/signing.proto


export interface SignFeeApprovalResponse__Input {
  /**
   * Checksummed EVM address of the platform's builder, which the fee goes to.
   */
  'builderAddress'?: (string);
  /**
   * The most that an order may pay it, in tenths of a basis point.
   */
  'maximumFeeTenthsOfBasisPoint'?: (number);
  /**
   * The approval to send to the venue, as JSON text.
   */
  'approvalJson'?: (string);
}

export interface SignFeeApprovalResponse {
  /**
   * Checksummed EVM address of the platform's builder, which the fee goes to.
   */
  'builderAddress': (string);
  /**
   * The most that an order may pay it, in tenths of a basis point.
   */
  'maximumFeeTenthsOfBasisPoint': (number);
  /**
   * The approval to send to the venue, as JSON text.
   */
  'approvalJson': (string);
}
