// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

export interface ListCandlesRequest__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * `1m`, `5m`, `15m`, `30m`, `1h`, `4h`, `1d`.
   */
  'timeframe'?: (string);
  /**
   * First open time, inclusive, in milliseconds since the epoch; absent for the newest candles alone.
   */
  'fromMs'?: (number | string | Long);
  /**
   * Last open time, exclusive; absent ends at the newest closed candle.
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
   * Whether the list begins with the newest candle and goes back in time.
   */
  'newestFirst'?: (boolean);
  '_fromMs'?: "fromMs";
  '_toMs'?: "toMs";
  '_cursor'?: "cursor";
}

export interface ListCandlesRequest {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * `1m`, `5m`, `15m`, `30m`, `1h`, `4h`, `1d`.
   */
  'timeframe': (string);
  /**
   * First open time, inclusive, in milliseconds since the epoch; absent for the newest candles alone.
   */
  'fromMs'?: (number);
  /**
   * Last open time, exclusive; absent ends at the newest closed candle.
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
   * Whether the list begins with the newest candle and goes back in time.
   */
  'newestFirst': (boolean);
}
