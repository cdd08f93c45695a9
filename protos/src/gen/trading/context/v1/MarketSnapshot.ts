// Original file: trading/context/v1/snapshots.proto

import type { Setup__Input as _trading_context_v1_Setup__Input, Setup as _trading_context_v1_Setup } from '../../../trading/context/v1/Setup.js';
import type { ScanResult__Input as _trading_context_v1_ScanResult__Input, ScanResult as _trading_context_v1_ScanResult } from '../../../trading/context/v1/ScanResult.js';

/**
 * What a round found out about a market.
 */
export interface MarketSnapshot__Input {
  /**
   * How it stands.
   */
  'setup'?: (_trading_context_v1_Setup__Input | null);
  /**
   * What it was noticed for.
   */
  'findings'?: (_trading_context_v1_ScanResult__Input)[];
}

/**
 * What a round found out about a market.
 */
export interface MarketSnapshot {
  /**
   * How it stands.
   */
  'setup': (_trading_context_v1_Setup | null);
  /**
   * What it was noticed for.
   */
  'findings': (_trading_context_v1_ScanResult)[];
}
