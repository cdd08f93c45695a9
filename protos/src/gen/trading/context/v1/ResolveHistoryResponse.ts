// Original file: trading/context/v1/context.proto

import type { CandleObject__Input as _trading_context_v1_CandleObject__Input, CandleObject as _trading_context_v1_CandleObject } from '../../../trading/context/v1/CandleObject.js';
import type { FundingObject__Input as _trading_context_v1_FundingObject__Input, FundingObject as _trading_context_v1_FundingObject } from '../../../trading/context/v1/FundingObject.js';
import type { Instrument__Input as _trading_context_v1_Instrument__Input, Instrument as _trading_context_v1_Instrument } from '../../../trading/context/v1/Instrument.js';

export interface ResolveHistoryResponse__Input {
  /**
   * By table in the order asked, then by time. Objects before the window are included, where stored, so far as they hold the 5,000
   * candles before it: a strategy's start-up period, in which rows may be missing.
   */
  'candles'?: (_trading_context_v1_CandleObject__Input)[];
  /**
   * By symbol in the order asked, then by time; empty unless funding was asked for. Symbols may lack theirs only by `funding_may_lack`.
   */
  'funding'?: (_trading_context_v1_FundingObject__Input)[];
  /**
   * Those of the symbols asked for, in their order, then every other active market of the venue by symbol, since strategies use
   * other markets as filters; of a venue that is searched, those asked for alone.
   */
  'instruments'?: (_trading_context_v1_Instrument__Input)[];
  /**
   * The release of each symbol asked for, at the same index: the id. Empty for a mutable backfill store.
   */
  'releases'?: (string)[];
}

export interface ResolveHistoryResponse {
  /**
   * By table in the order asked, then by time. Objects before the window are included, where stored, so far as they hold the 5,000
   * candles before it: a strategy's start-up period, in which rows may be missing.
   */
  'candles': (_trading_context_v1_CandleObject)[];
  /**
   * By symbol in the order asked, then by time; empty unless funding was asked for. Symbols may lack theirs only by `funding_may_lack`.
   */
  'funding': (_trading_context_v1_FundingObject)[];
  /**
   * Those of the symbols asked for, in their order, then every other active market of the venue by symbol, since strategies use
   * other markets as filters; of a venue that is searched, those asked for alone.
   */
  'instruments': (_trading_context_v1_Instrument)[];
  /**
   * The release of each symbol asked for, at the same index: the id. Empty for a mutable backfill store.
   */
  'releases': (string)[];
}
