// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

export interface ListFundingRequest__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * First hour, inclusive, in milliseconds since the epoch; absent for the newest alone.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Last hour, exclusive; absent ends at the newest.
   */
  'toMs'?: (number | string | Long);
  /**
   * 1 to 5000.
   */
  'limit'?: (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Whether the list begins with the newest hour and goes back in time.
   */
  'newestFirst'?: (boolean);
  '_fromMs'?: "fromMs";
  '_toMs'?: "toMs";
  '_cursor'?: "cursor";
}

export interface ListFundingRequest {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * First hour, inclusive, in milliseconds since the epoch; absent for the newest alone.
   */
  'fromMs'?: (number);
  /**
   * Last hour, exclusive; absent ends at the newest.
   */
  'toMs'?: (number);
  /**
   * 1 to 5000.
   */
  'limit': (number);
  /**
   * Cursor of the item after which the page starts; absent for the first page.
   */
  'cursor'?: (string);
  /**
   * Whether the list begins with the newest hour and goes back in time.
   */
  'newestFirst': (boolean);
}
