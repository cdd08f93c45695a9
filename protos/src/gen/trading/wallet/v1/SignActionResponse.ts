// Original file: trading/wallet/v1/signing.proto

import type { Long } from '@grpc/proto-loader';

export interface SignActionResponse__Input {
  /**
   * Checksummed EVM address that signed.
   */
  'address'?: (string);
  /**
   * Nonce of the request, in milliseconds; no other signature of the address has it.
   */
  'nonce'?: (number | string | Long);
  /**
   * The signature as the venue's requests carry it, as JSON text.
   */
  'signatureJson'?: (string);
  /**
   * Hash by which the venue names the signed action: 0x and 64 hexadecimal digits.
   */
  'actionHash'?: (string);
}

export interface SignActionResponse {
  /**
   * Checksummed EVM address that signed.
   */
  'address': (string);
  /**
   * Nonce of the request, in milliseconds; no other signature of the address has it.
   */
  'nonce': (number);
  /**
   * The signature as the venue's requests carry it, as JSON text.
   */
  'signatureJson': (string);
  /**
   * Hash by which the venue names the signed action: 0x and 64 hexadecimal digits.
   */
  'actionHash': (string);
}
