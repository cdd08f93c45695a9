// Original file: trading/context/v1/context.proto

import type { TakerFees__Input as _trading_context_v1_TakerFees__Input, TakerFees as _trading_context_v1_TakerFees } from '../../../trading/context/v1/TakerFees.js';
import type { Long } from '@grpc/proto-loader';

/**
 * What is predicted by the market that a token of a prediction belongs to.
 */
export interface Prediction__Input {
  /**
   * The venue's readable name of the market; its tokens share it.
   */
  'slug'?: (string);
  /**
   * What is asked.
   */
  'question'?: (string);
  /**
   * The outcome that the token pays one for, one of `outcomes`.
   */
  'outcome'?: (string);
  /**
   * All outcomes of the market.
   */
  'outcomes'?: (string)[];
  /**
   * When trading is to end, in milliseconds since the epoch.
   */
  'endDateMs'?: (number | string | Long);
  /**
   * The outcome that came true; absent before that is known.
   */
  'resolution'?: (string);
  /**
   * What takers pay; absent where the venue does not say, and then the market is not backtested.
   */
  'takerFees'?: (_trading_context_v1_TakerFees__Input | null);
  '_resolution'?: "resolution";
}

/**
 * What is predicted by the market that a token of a prediction belongs to.
 */
export interface Prediction {
  /**
   * The venue's readable name of the market; its tokens share it.
   */
  'slug': (string);
  /**
   * What is asked.
   */
  'question': (string);
  /**
   * The outcome that the token pays one for, one of `outcomes`.
   */
  'outcome': (string);
  /**
   * All outcomes of the market.
   */
  'outcomes': (string)[];
  /**
   * When trading is to end, in milliseconds since the epoch.
   */
  'endDateMs': (number);
  /**
   * The outcome that came true; absent before that is known.
   */
  'resolution'?: (string);
  /**
   * What takers pay; absent where the venue does not say, and then the market is not backtested.
   */
  'takerFees': (_trading_context_v1_TakerFees | null);
}
