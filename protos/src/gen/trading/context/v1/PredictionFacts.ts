// Original file: trading/context/v1/resolved.proto

import type { TakerFees__Input as _trading_context_v1_TakerFees__Input, TakerFees as _trading_context_v1_TakerFees } from '../../../trading/context/v1/TakerFees.js';
import type { Long } from '@grpc/proto-loader';

/**
 * What a framework must know of an outcome of a prediction market.
 */
export interface PredictionFacts__Input {
  /**
   * The question that the market asks.
   */
  'question'?: (string);
  /**
   * The outcome that this instrument pays one for.
   */
  'outcome'?: (string);
  /**
   * When trading is to end, or did where the outcome is known, in milliseconds since the epoch.
   */
  'endDateMs'?: (number | string | Long);
  /**
   * The outcome that came true; absent before that is known.
   */
  'resolution'?: (string);
  /**
   * What takers pay.
   */
  'takerFees'?: (_trading_context_v1_TakerFees__Input | null);
  '_resolution'?: "resolution";
}

/**
 * What a framework must know of an outcome of a prediction market.
 */
export interface PredictionFacts {
  /**
   * The question that the market asks.
   */
  'question': (string);
  /**
   * The outcome that this instrument pays one for.
   */
  'outcome': (string);
  /**
   * When trading is to end, or did where the outcome is known, in milliseconds since the epoch.
   */
  'endDateMs': (number);
  /**
   * The outcome that came true; absent before that is known.
   */
  'resolution'?: (string);
  /**
   * What takers pay.
   */
  'takerFees': (_trading_context_v1_TakerFees | null);
}
