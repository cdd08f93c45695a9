// Original file: trading/context/v1/tickers.proto

import type { MarketReference__Input as _trading_context_v1_MarketReference__Input, MarketReference as _trading_context_v1_MarketReference } from '../../../trading/context/v1/MarketReference.js';

export interface BatchGetTickersRequest__Input {
  /**
   * At most 200.
   */
  'references'?: (_trading_context_v1_MarketReference__Input)[];
}

export interface BatchGetTickersRequest {
  /**
   * At most 200.
   */
  'references': (_trading_context_v1_MarketReference)[];
}
