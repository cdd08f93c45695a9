// Original file: trading/wallet/v1/signing.proto


export interface IssueAgentRequest__Input {
  /**
   * Account whose wallet approves the agent: that of the caller's token.
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
   * Name of the agent at the venue, 1 to 16 characters; approving another under a name ends the former.
   */
  'agentName'?: (string);
  /**
   * That the caller serves a deployment of the account: signed by the runtime service, spent by this call.
   */
  'grant'?: (string);
  '_address'?: "address";
}

export interface IssueAgentRequest {
  /**
   * Account whose wallet approves the agent: that of the caller's token.
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
   * Name of the agent at the venue, 1 to 16 characters; approving another under a name ends the former.
   */
  'agentName': (string);
  /**
   * That the caller serves a deployment of the account: signed by the runtime service, spent by this call.
   */
  'grant': (string);
}
