// Original file: trading/context/v1/snapshots.proto

import type { Scan__Input as _trading_context_v1_Scan__Input, Scan as _trading_context_v1_Scan } from '../../../trading/context/v1/Scan.js';

export interface GetScanResponse__Input {
  /**
   * The scan.
   */
  'scan'?: (_trading_context_v1_Scan__Input | null);
}

export interface GetScanResponse {
  /**
   * The scan.
   */
  'scan': (_trading_context_v1_Scan | null);
}
