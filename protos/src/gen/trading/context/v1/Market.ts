// Original file: trading/context/v1/context.proto

import type { Prediction__Input as _trading_context_v1_Prediction__Input, Prediction as _trading_context_v1_Prediction } from '../../../trading/context/v1/Prediction.js';

/**
 * An instrument of a venue.
 */
export interface Market__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical, venue-native id.
   */
  'symbol'?: (string);
  /**
   * `perpetual`, `spot`, `prediction`.
   */
  'kind'?: (string);
  /**
   * `active`, `halted`, `closed`.
   */
  'status'?: (string);
  /**
   * Whether stored history can serve a backtest. False of a market that a live search found says only that nobody looked.
   */
  'backtestReady'?: (boolean);
  /**
   * Alias in freqtrade's config and in a backtest's symbols; absent where there is none.
   */
  'freqtradeSymbol'?: (string);
  /**
   * Alias in nautilus' config and in a backtest's symbols; absent where there is none.
   */
  'nautilusSymbol'?: (string);
  /**
   * Smallest price step at the present price, a decimal string.
   */
  'tickSize'?: (string);
  /**
   * Smallest order value in USD, a decimal string.
   */
  'minOrderUsd'?: (string);
  /**
   * Largest leverage the venue allows on a small position; absent where there is none.
   */
  'maxLeverage'?: (number | string);
  /**
   * What people call it.
   */
  'name'?: (string);
  /**
   * The exchange of a third party, run on the venue, that it trades on; absent: the venue's own.
   */
  'builderDex'?: (string);
  /**
   * Absent unless it is a prediction.
   */
  'prediction'?: (_trading_context_v1_Prediction__Input | null);
  '_freqtradeSymbol'?: "freqtradeSymbol";
  '_nautilusSymbol'?: "nautilusSymbol";
  '_maxLeverage'?: "maxLeverage";
  '_builderDex'?: "builderDex";
}

/**
 * An instrument of a venue.
 */
export interface Market {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical, venue-native id.
   */
  'symbol': (string);
  /**
   * `perpetual`, `spot`, `prediction`.
   */
  'kind': (string);
  /**
   * `active`, `halted`, `closed`.
   */
  'status': (string);
  /**
   * Whether stored history can serve a backtest. False of a market that a live search found says only that nobody looked.
   */
  'backtestReady': (boolean);
  /**
   * Alias in freqtrade's config and in a backtest's symbols; absent where there is none.
   */
  'freqtradeSymbol'?: (string);
  /**
   * Alias in nautilus' config and in a backtest's symbols; absent where there is none.
   */
  'nautilusSymbol'?: (string);
  /**
   * Smallest price step at the present price, a decimal string.
   */
  'tickSize': (string);
  /**
   * Smallest order value in USD, a decimal string.
   */
  'minOrderUsd': (string);
  /**
   * Largest leverage the venue allows on a small position; absent where there is none.
   */
  'maxLeverage'?: (number);
  /**
   * What people call it.
   */
  'name': (string);
  /**
   * The exchange of a third party, run on the venue, that it trades on; absent: the venue's own.
   */
  'builderDex'?: (string);
  /**
   * Absent unless it is a prediction.
   */
  'prediction': (_trading_context_v1_Prediction | null);
}
