// Original file: trading/context/v1/snapshots.proto

import type { MarketSnapshot__Input as _trading_context_v1_MarketSnapshot__Input, MarketSnapshot as _trading_context_v1_MarketSnapshot } from '../../../trading/context/v1/MarketSnapshot.js';

export interface BatchGetSnapshotsResponse__Input {
  /**
   * In any order.
   */
  'snapshots'?: (_trading_context_v1_MarketSnapshot__Input)[];
}

export interface BatchGetSnapshotsResponse {
  /**
   * In any order.
   */
  'snapshots': (_trading_context_v1_MarketSnapshot)[];
}
