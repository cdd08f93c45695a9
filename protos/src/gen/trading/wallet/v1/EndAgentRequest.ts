// Original file: trading/wallet/v1/signing.proto


export interface EndAgentRequest__Input {
  /**
   * Account whose wallet the agent trades for: that of the caller's token.
   */
  'accountId'?: (string);
  /**
   * Id of the venue that the agent trades at.
   */
  'venue'?: (string);
  /**
   * EVM address of the wallet that the agent trades for, in any case; absent for the account's default wallet.
   */
  'address'?: (string);
  /**
   * Name of the agent at the venue.
   */
  'agentName'?: (string);
  /**
   * That the last deployment which the agent served has ended: signed by the runtime service, spent by this call.
   */
  'grant'?: (string);
  '_address'?: "address";
}

export interface EndAgentRequest {
  /**
   * Account whose wallet the agent trades for: that of the caller's token.
   */
  'accountId': (string);
  /**
   * Id of the venue that the agent trades at.
   */
  'venue': (string);
  /**
   * EVM address of the wallet that the agent trades for, in any case; absent for the account's default wallet.
   */
  'address'?: (string);
  /**
   * Name of the agent at the venue.
   */
  'agentName': (string);
  /**
   * That the last deployment which the agent served has ended: signed by the runtime service, spent by this call.
   */
  'grant': (string);
}
