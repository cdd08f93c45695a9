// Original file: trading/context/v1/snapshots.proto

import type { RankedStrategy__Input as _trading_context_v1_RankedStrategy__Input, RankedStrategy as _trading_context_v1_RankedStrategy } from '../../../trading/context/v1/RankedStrategy.js';

/**
 * Paper deployments side by side.
 */
export interface Leaderboard__Input {
  /**
   * In the order of their ranks.
   */
  'strategies'?: (_trading_context_v1_RankedStrategy__Input)[];
  /**
   * What the figures are not.
   */
  'disclaimer'?: (string);
}

/**
 * Paper deployments side by side.
 */
export interface Leaderboard {
  /**
   * In the order of their ranks.
   */
  'strategies': (_trading_context_v1_RankedStrategy)[];
  /**
   * What the figures are not.
   */
  'disclaimer': (string);
}
