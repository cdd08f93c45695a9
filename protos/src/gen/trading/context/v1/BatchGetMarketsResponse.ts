// Original file: trading/context/v1/context.proto

import type { Market__Input as _trading_context_v1_Market__Input, Market as _trading_context_v1_Market } from '../../../trading/context/v1/Market.js';

export interface BatchGetMarketsResponse__Input {
  /**
   * Those that exist, in the order asked.
   */
  'markets'?: (_trading_context_v1_Market__Input)[];
}

export interface BatchGetMarketsResponse {
  /**
   * Those that exist, in the order asked.
   */
  'markets': (_trading_context_v1_Market)[];
}
