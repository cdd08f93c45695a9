import type { Leaderboard as LeaderboardMessage } from '@platform/protos/runtime';
import type { Leaderboard } from './schema/leaderboard.js';

/** Returns the leaderboard in its GraphQL form. */
export function toLeaderboard(leaderboard: LeaderboardMessage | null): Leaderboard {
  if (leaderboard === null) throw new Error('the runtime service returned no leaderboard');
  const { strategies, disclaimer } = leaderboard;
  return {
    strategies: strategies.map(({ startedAtMs, ...same }) => ({ ...same, startedAt: new Date(startedAtMs) })),
    disclaimer,
  };
}
