// Original file: trading/context/v1/snapshots.proto

import type { ScanResult__Input as _trading_context_v1_ScanResult__Input, ScanResult as _trading_context_v1_ScanResult } from '../../../trading/context/v1/ScanResult.js';
import type { Long } from '@grpc/proto-loader';

/**
 * The markets that a round noticed.
 */
export interface Scan__Input {
  /**
   * When the round began, in milliseconds since the epoch.
   */
  'computedAtMs'?: (number | string | Long);
  /**
   * By score, highest first; of equal ones in the order of symbol and category.
   */
  'results'?: (_trading_context_v1_ScanResult__Input)[];
}

/**
 * The markets that a round noticed.
 */
export interface Scan {
  /**
   * When the round began, in milliseconds since the epoch.
   */
  'computedAtMs': (number);
  /**
   * By score, highest first; of equal ones in the order of symbol and category.
   */
  'results': (_trading_context_v1_ScanResult)[];
}
