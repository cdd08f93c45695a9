// Original file: trading/context/v1/context.proto

import type { Long } from '@grpc/proto-loader';

export interface ResolveCandlesRequest__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbols, 1 to 100.
   */
  'symbols'?: (string)[];
  /**
   * Timeframes that the run reads, for example `1h`; stored ones alone.
   */
  'timeframes'?: (string)[];
  /**
   * Start of the backtest, inclusive, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * End of the backtest, exclusive: the last candle that is needed closes then or before.
   */
  'toMs'?: (number | string | Long);
}

export interface ResolveCandlesRequest {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbols, 1 to 100.
   */
  'symbols': (string)[];
  /**
   * Timeframes that the run reads, for example `1h`; stored ones alone.
   */
  'timeframes': (string)[];
  /**
   * Start of the backtest, inclusive, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * End of the backtest, exclusive: the last candle that is needed closes then or before.
   */
  'toMs': (number);
}
