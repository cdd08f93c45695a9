// Original file: trading/wallet/v1/signing.proto


export interface IssueHyperliquidAgentRequest__Input {
  /**
   * Account whose primary wallet approves the agent: that of the caller's token.
   */
  'accountId'?: (string);
  /**
   * Name of the agent at the venue, 1 to 16 characters; approving another under a name ends the former.
   */
  'agentName'?: (string);
}

export interface IssueHyperliquidAgentRequest {
  /**
   * Account whose primary wallet approves the agent: that of the caller's token.
   */
  'accountId': (string);
  /**
   * Name of the agent at the venue, 1 to 16 characters; approving another under a name ends the former.
   */
  'agentName': (string);
}
