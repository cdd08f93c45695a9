// Original file: trading/wallet/v1/signing.proto


export interface SignFeeApprovalRequest__Input {
  /**
   * Account whose wallet approves the fee: that of the caller's token.
   */
  'accountId'?: (string);
  /**
   * Id of the venue whose orders pay the fee.
   */
  'venue'?: (string);
  /**
   * EVM address of the wallet that approves, in any case; absent for the account's default wallet.
   */
  'address'?: (string);
  /**
   * The grant by which the agent is issued whose orders pay the fee; good for one approval.
   */
  'grant'?: (string);
  '_address'?: "address";
}

export interface SignFeeApprovalRequest {
  /**
   * Account whose wallet approves the fee: that of the caller's token.
   */
  'accountId': (string);
  /**
   * Id of the venue whose orders pay the fee.
   */
  'venue': (string);
  /**
   * EVM address of the wallet that approves, in any case; absent for the account's default wallet.
   */
  'address'?: (string);
  /**
   * The grant by which the agent is issued whose orders pay the fee; good for one approval.
   */
  'grant': (string);
}
