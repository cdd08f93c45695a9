// Original file: trading/context/v1/resolved.proto

import type { PredictionFacts__Input as _trading_context_v1_PredictionFacts__Input, PredictionFacts as _trading_context_v1_PredictionFacts } from '../../../trading/context/v1/PredictionFacts.js';

/**
 * What a framework must know of an instrument to build it offline.
 */
export interface Instrument__Input {
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * Decimals of an order's size.
   */
  'sizeDecimals'?: (number);
  /**
   * Largest leverage the venue allows on a small position; absent where it grants none.
   */
  'maxLeverage'?: (number | string);
  /**
   * Newest known mark price, a decimal string.
   */
  'markPrice'?: (string);
  /**
   * The venue's own name, for example `kPEPE` for `KPEPE/USDC:USDC`.
   */
  'coin'?: (string);
  /**
   * `perpetual`, `spot`, `prediction`.
   */
  'kind'?: (string);
  /**
   * Smallest price step now, a decimal string.
   */
  'tickSize'?: (string);
  /**
   * Absent for what is no prediction.
   */
  'prediction'?: (_trading_context_v1_PredictionFacts__Input | null);
  '_maxLeverage'?: "maxLeverage";
}

/**
 * What a framework must know of an instrument to build it offline.
 */
export interface Instrument {
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * Decimals of an order's size.
   */
  'sizeDecimals': (number);
  /**
   * Largest leverage the venue allows on a small position; absent where it grants none.
   */
  'maxLeverage'?: (number);
  /**
   * Newest known mark price, a decimal string.
   */
  'markPrice': (string);
  /**
   * The venue's own name, for example `kPEPE` for `KPEPE/USDC:USDC`.
   */
  'coin': (string);
  /**
   * `perpetual`, `spot`, `prediction`.
   */
  'kind': (string);
  /**
   * Smallest price step now, a decimal string.
   */
  'tickSize': (string);
  /**
   * Absent for what is no prediction.
   */
  'prediction': (_trading_context_v1_PredictionFacts | null);
}
