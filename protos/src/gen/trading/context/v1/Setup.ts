// Original file: trading/context/v1/snapshots.proto

import type { SetupRegime__Input as _trading_context_v1_SetupRegime__Input, SetupRegime as _trading_context_v1_SetupRegime } from '../../../trading/context/v1/SetupRegime.js';
import type { SetupLevels__Input as _trading_context_v1_SetupLevels__Input, SetupLevels as _trading_context_v1_SetupLevels } from '../../../trading/context/v1/SetupLevels.js';
import type { SetupVolatility__Input as _trading_context_v1_SetupVolatility__Input, SetupVolatility as _trading_context_v1_SetupVolatility } from '../../../trading/context/v1/SetupVolatility.js';
import type { SetupFunding__Input as _trading_context_v1_SetupFunding__Input, SetupFunding as _trading_context_v1_SetupFunding } from '../../../trading/context/v1/SetupFunding.js';
import type { Long } from '@grpc/proto-loader';

/**
 * How a market stands, by hourly candles of ninety days.
 */
export interface Setup__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * When it was computed, in milliseconds since the epoch.
   */
  'computedAtMs'?: (number | string | Long);
  /**
   * Whether it has a direction.
   */
  'regime'?: (_trading_context_v1_SetupRegime__Input | null);
  /**
   * Prices at which it turned more than once.
   */
  'levels'?: (_trading_context_v1_SetupLevels__Input | null);
  /**
   * How much it moves.
   */
  'volatility'?: (_trading_context_v1_SetupVolatility__Input | null);
  /**
   * What a position costs.
   */
  'funding'?: (_trading_context_v1_SetupFunding__Input | null);
}

/**
 * How a market stands, by hourly candles of ninety days.
 */
export interface Setup {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * When it was computed, in milliseconds since the epoch.
   */
  'computedAtMs': (number);
  /**
   * Whether it has a direction.
   */
  'regime': (_trading_context_v1_SetupRegime | null);
  /**
   * Prices at which it turned more than once.
   */
  'levels': (_trading_context_v1_SetupLevels | null);
  /**
   * How much it moves.
   */
  'volatility': (_trading_context_v1_SetupVolatility | null);
  /**
   * What a position costs.
   */
  'funding': (_trading_context_v1_SetupFunding | null);
}
