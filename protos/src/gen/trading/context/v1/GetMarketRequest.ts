// Original file: trading/context/v1/context.proto

import type { MarketReference__Input as _trading_context_v1_MarketReference__Input, MarketReference as _trading_context_v1_MarketReference } from '../../../trading/context/v1/MarketReference.js';

export interface GetMarketRequest__Input {
  /**
   * The market asked for.
   */
  'reference'?: (_trading_context_v1_MarketReference__Input | null);
}

export interface GetMarketRequest {
  /**
   * The market asked for.
   */
  'reference': (_trading_context_v1_MarketReference | null);
}
