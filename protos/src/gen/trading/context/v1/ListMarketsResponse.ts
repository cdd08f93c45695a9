// Original file: trading/context/v1/context.proto

import type { Market__Input as _trading_context_v1_Market__Input, Market as _trading_context_v1_Market } from '../../../trading/context/v1/Market.js';

export interface ListMarketsResponse__Input {
  /**
   * In the order of venue and symbol.
   */
  'markets'?: (_trading_context_v1_Market__Input)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  /**
   * The cursor after each market, at the same index.
   */
  'cursors'?: (string)[];
  /**
   * How many markets all pages have together; absent where a venue is searched, and only it knows.
   */
  'totalCount'?: (number);
  /**
   * The venues that could not be read, whose markets are left out.
   */
  'unavailableVenues'?: (string)[];
  '_nextCursor'?: "nextCursor";
  '_totalCount'?: "totalCount";
}

export interface ListMarketsResponse {
  /**
   * In the order of venue and symbol.
   */
  'markets': (_trading_context_v1_Market)[];
  /**
   * Cursor of the next page; absent on the last one.
   */
  'nextCursor'?: (string);
  /**
   * The cursor after each market, at the same index.
   */
  'cursors': (string)[];
  /**
   * How many markets all pages have together; absent where a venue is searched, and only it knows.
   */
  'totalCount'?: (number);
  /**
   * The venues that could not be read, whose markets are left out.
   */
  'unavailableVenues': (string)[];
}
