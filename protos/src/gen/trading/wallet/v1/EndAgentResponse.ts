// Original file: trading/wallet/v1/signing.proto


export interface EndAgentResponse__Input {
  /**
   * The approval, to send to the venue as JSON text, of an address without a key under the agent's name: it ends the agent.
   */
  'approvalJson'?: (string);
}

export interface EndAgentResponse {
  /**
   * The approval, to send to the venue as JSON text, of an address without a key under the agent's name: it ends the agent.
   */
  'approvalJson': (string);
}
