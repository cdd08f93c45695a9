import { z } from 'zod';
import { GetLeaderboardDocument, type GetLeaderboardQuery } from '../../generated/operations.js';
import { count, number, text, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { symbol, venueName } from './fields.js';

/** A strategy as the leaderboard shows it. */
export const rankedStrategy = z
  .object({
    display_rank: count('Its rank, starting at 1', 1),
    name: text('Name that its owner gave it', 'trend-follower'),
    framework: text('Framework', 'freqtrade'),
    venue: venueName,
    symbols: z.array(symbol),
    simulated: z.boolean().describe('Whether the money is simulated: true for paper'),
    days_running: number('Days since its first start', 12.5),
    profit_pct: number('Profit, percent of the starting balance, open trades included', 4.2),
    max_drawdown_pct: number('Largest fall from a high, percent of the high', 1.3),
    trades: count('Number of closed trades', 37),
    win_rate: number('Share of the closed trades that gained, 0 to 1', 0.54),
    started_at: timestamp.describe('When it first started'),
  })
  .meta({
    id: 'RankedStrategy',
    description:
      'A paper deployment that its owner has made public; shown while it runs, once it has run for a day and has closed a trade',
  });

/** The leaderboard. */
export const leaderboard = z.object({
  strategies: z
    .array(rankedStrategy)
    .describe('By profit in percent, then the smaller fall, then the earlier start; empty while none is public'),
  disclaimer: text('What the figures do not represent', 'Paper trading on simulated money.'),
});

/** Returns a strategy in its REST form. */
export function toRankedStrategy(
  fields: GetLeaderboardQuery['leaderboard']['strategies'][number],
): z.input<typeof rankedStrategy> {
  const { displayRank, daysRunning, profitPct, maxDrawdownPct, winRate, startedAt, ...same } = fields;
  return {
    ...same,
    display_rank: displayRank,
    days_running: daysRunning,
    profit_pct: profitPct,
    max_drawdown_pct: maxDrawdownPct,
    win_rate: winRate,
    started_at: startedAt,
  };
}

/** `GET /context/leaderboard` */
export const getLeaderboard = defineRoute({
  method: 'GET',
  path: '/context/leaderboard',
  tool: 'context.leaderboard.get',
  summary: 'Lists the paper deployments that their owners have made public',
  authentication: 'key',
  request: z.object(noFields),
  response: { 200: leaderboard },
  refusals: ['leaderboard_store_unavailable'],
  operation: GetLeaderboardDocument,
  variables: () => ({}),
  respond: ({ leaderboard: { strategies, disclaimer } }) => ({
    status: 200,
    body: { strategies: strategies.map(toRankedStrategy), disclaimer },
  }),
});
