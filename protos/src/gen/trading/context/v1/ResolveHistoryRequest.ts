// Original file: trading/context/v1/context.proto

import type { CandleTable__Input as _trading_context_v1_CandleTable__Input, CandleTable as _trading_context_v1_CandleTable } from '../../../trading/context/v1/CandleTable.js';
import type { Long } from '@grpc/proto-loader';

export interface ResolveHistoryRequest__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * The tables of candles that the run reads, 1 to 700, each once.
   */
  'tables'?: (_trading_context_v1_CandleTable__Input)[];
  /**
   * Whether the run also reads the funding payments of each symbol of `tables`.
   */
  'funding'?: (boolean);
  /**
   * Start of the backtest, inclusive, in milliseconds since the epoch.
   */
  'fromMs'?: (number | string | Long);
  /**
   * End of the backtest, exclusive: the last candle that is needed closes then or before.
   */
  'toMs'?: (number | string | Long);
  /**
   * Whether a symbol whose funding isn't stored for the whole range, or is damaged, has none in the answer instead of being refused.
   */
  'fundingMayLack'?: (boolean);
}

export interface ResolveHistoryRequest {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * The tables of candles that the run reads, 1 to 700, each once.
   */
  'tables': (_trading_context_v1_CandleTable)[];
  /**
   * Whether the run also reads the funding payments of each symbol of `tables`.
   */
  'funding': (boolean);
  /**
   * Start of the backtest, inclusive, in milliseconds since the epoch.
   */
  'fromMs': (number);
  /**
   * End of the backtest, exclusive: the last candle that is needed closes then or before.
   */
  'toMs': (number);
  /**
   * Whether a symbol whose funding isn't stored for the whole range, or is damaged, has none in the answer instead of being refused.
   */
  'fundingMayLack': (boolean);
}
