// Original file: trading/context/v1/tickers.proto

import type { Ticker__Input as _trading_context_v1_Ticker__Input, Ticker as _trading_context_v1_Ticker } from '../../../trading/context/v1/Ticker.js';
import type { MarketReference__Input as _trading_context_v1_MarketReference__Input, MarketReference as _trading_context_v1_MarketReference } from '../../../trading/context/v1/MarketReference.js';

export interface BatchGetTickersResponse__Input {
  /**
   * Those that their venues show.
   */
  'tickers'?: (_trading_context_v1_Ticker__Input)[];
  /**
   * The markets whose venue could not be read.
   */
  'unreadable'?: (_trading_context_v1_MarketReference__Input)[];
}

export interface BatchGetTickersResponse {
  /**
   * Those that their venues show.
   */
  'tickers': (_trading_context_v1_Ticker)[];
  /**
   * The markets whose venue could not be read.
   */
  'unreadable': (_trading_context_v1_MarketReference)[];
}
