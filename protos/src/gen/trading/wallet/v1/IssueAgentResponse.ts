// Original file: trading/wallet/v1/signing.proto


export interface IssueAgentResponse__Input {
  /**
   * Checksummed EVM address of the wallet that the agent trades for.
   */
  'address'?: (string);
  /**
   * Checksummed EVM address of the agent.
   */
  'agentAddress'?: (string);
  /**
   * The agent's private key, 32 bytes: for the memory of the process that asked, and nowhere else.
   */
  'agentPrivateKey'?: (Buffer | Uint8Array | string);
  /**
   * The approval to send to the venue, as JSON text.
   */
  'approvalJson'?: (string);
}

export interface IssueAgentResponse {
  /**
   * Checksummed EVM address of the wallet that the agent trades for.
   */
  'address': (string);
  /**
   * Checksummed EVM address of the agent.
   */
  'agentAddress': (string);
  /**
   * The agent's private key, 32 bytes: for the memory of the process that asked, and nowhere else.
   */
  'agentPrivateKey': (Buffer);
  /**
   * The approval to send to the venue, as JSON text.
   */
  'approvalJson': (string);
}
