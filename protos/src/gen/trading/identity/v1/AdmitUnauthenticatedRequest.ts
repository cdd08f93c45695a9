// Original file: trading/identity/v1/identity.proto


export interface AdmitUnauthenticatedRequest__Input {
  /**
   * IP address of the client.
   */
  'clientAddress'?: (string);
}

export interface AdmitUnauthenticatedRequest {
  /**
   * IP address of the client.
   */
  'clientAddress': (string);
}
