// Original file: trading/context/v1/snapshots.proto

import type { Setup__Input as _trading_context_v1_Setup__Input, Setup as _trading_context_v1_Setup } from '../../../trading/context/v1/Setup.js';

export interface GetSetupResponse__Input {
  /**
   * The setup.
   */
  'setup'?: (_trading_context_v1_Setup__Input | null);
}

export interface GetSetupResponse {
  /**
   * The setup.
   */
  'setup': (_trading_context_v1_Setup | null);
}
