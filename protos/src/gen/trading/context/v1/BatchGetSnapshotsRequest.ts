// Original file: trading/context/v1/context.proto

import type { MarketReference__Input as _trading_context_v1_MarketReference__Input, MarketReference as _trading_context_v1_MarketReference } from '../../../trading/context/v1/MarketReference.js';

export interface BatchGetSnapshotsRequest__Input {
  /**
   * At most 200.
   */
  'references'?: (_trading_context_v1_MarketReference__Input)[];
}

export interface BatchGetSnapshotsRequest {
  /**
   * At most 200.
   */
  'references': (_trading_context_v1_MarketReference)[];
}
