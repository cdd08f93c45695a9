// Original file: trading/context/v1/snapshots.proto

import type { Leaderboard__Input as _trading_context_v1_Leaderboard__Input, Leaderboard as _trading_context_v1_Leaderboard } from '../../../trading/context/v1/Leaderboard.js';

export interface GetLeaderboardResponse__Input {
  /**
   * The leaderboard.
   */
  'leaderboard'?: (_trading_context_v1_Leaderboard__Input | null);
}

export interface GetLeaderboardResponse {
  /**
   * The leaderboard.
   */
  'leaderboard': (_trading_context_v1_Leaderboard | null);
}
