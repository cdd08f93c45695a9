// Original file: trading/context/v1/context.proto

import type { CandleObject__Input as _trading_context_v1_CandleObject__Input, CandleObject as _trading_context_v1_CandleObject } from '../../../trading/context/v1/CandleObject.js';
import type { Instrument__Input as _trading_context_v1_Instrument__Input, Instrument as _trading_context_v1_Instrument } from '../../../trading/context/v1/Instrument.js';

export interface ResolveCandlesResponse__Input {
  /**
   * By symbol and timeframe in the order asked, then by time. Objects before the window are included, where stored, so far
   * as they hold the 5,000 candles before it: a strategy's start-up period, in which rows may be missing.
   */
  'objects'?: (_trading_context_v1_CandleObject__Input)[];
  /**
   * Those of the symbols asked for, in their order, then every other active market of the venue by symbol, since strategies use
   * other markets as filters.
   */
  'instruments'?: (_trading_context_v1_Instrument__Input)[];
  /**
   * Release id; absent for a mutable backfill store.
   */
  'release'?: (string);
  '_release'?: "release";
}

export interface ResolveCandlesResponse {
  /**
   * By symbol and timeframe in the order asked, then by time. Objects before the window are included, where stored, so far
   * as they hold the 5,000 candles before it: a strategy's start-up period, in which rows may be missing.
   */
  'objects': (_trading_context_v1_CandleObject)[];
  /**
   * Those of the symbols asked for, in their order, then every other active market of the venue by symbol, since strategies use
   * other markets as filters.
   */
  'instruments': (_trading_context_v1_Instrument)[];
  /**
   * Release id; absent for a mutable backfill store.
   */
  'release'?: (string);
}
