// Original file: trading/context/v1/context.proto

import type { Market__Input as _trading_context_v1_Market__Input, Market as _trading_context_v1_Market } from '../../../trading/context/v1/Market.js';

export interface GetMarketResponse__Input {
  /**
   * The market.
   */
  'market'?: (_trading_context_v1_Market__Input | null);
}

export interface GetMarketResponse {
  /**
   * The market.
   */
  'market': (_trading_context_v1_Market | null);
}
