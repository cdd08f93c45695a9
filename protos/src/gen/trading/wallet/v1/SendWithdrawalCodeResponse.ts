// Original file: trading/wallet/v1/wallet.proto

import type { Long } from '@grpc/proto-loader';

export interface SendWithdrawalCodeResponse__Input {
  /**
   * Names the challenge in the proof.
   */
  'challengeId'?: (string);
  /**
   * Where the code was sent, masked.
   */
  'maskedEmail'?: (string);
  /**
   * When the code expires, in milliseconds since the Unix epoch.
   */
  'expiresAtMs'?: (number | string | Long);
  /**
   * From when on another can be asked for, in milliseconds since the Unix epoch.
   */
  'resendAvailableAtMs'?: (number | string | Long);
}

export interface SendWithdrawalCodeResponse {
  /**
   * Names the challenge in the proof.
   */
  'challengeId': (string);
  /**
   * Where the code was sent, masked.
   */
  'maskedEmail': (string);
  /**
   * When the code expires, in milliseconds since the Unix epoch.
   */
  'expiresAtMs': (number);
  /**
   * From when on another can be asked for, in milliseconds since the Unix epoch.
   */
  'resendAvailableAtMs': (number);
}
