export { createLeaderboard, type LeaderboardParts, leaderboardAccess, leaderboardHandlers } from './handlers.js';
