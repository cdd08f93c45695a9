// Why: docs/decisions/edge/older-intelligence.md
import { z } from 'zod';
import { GetLeaderboardDocument } from '../../generated/operations.js';
import { leaderboard, rankedStrategy, toRankedStrategy } from '../../routes/context/leaderboard-get.js';
import { noFields } from '../../routes/route.js';
import { listOf } from '../lists.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { refusing } from '../refusing.js';

const NO_TRADERS = {
  method: 'GET',
  code: 'feature_not_available',
  message:
    'Traders can not be followed here. GET /context/leaderboard lists strategies that their owners have made public.',
  successor: 'GET /context/traders',
} as const;

/** What was shown to everybody: strategies, traders, the digest of a day. */
export const boardRows: readonly LegacyRoute[] = [
  defineLegacy({
    method: 'GET',
    path: '/v2/leaderboard-strategies',
    name: 'v2.leaderboard-strategies.list',
    successor: 'GET /context/leaderboard',
    summary: 'Lists the paper deployments that their owners have made public, all of them on one page',
    request: z.object({ ...noFields, query: z.object({}) }),
    response: { 200: listOf(rankedStrategy).extend({ disclaimer: leaderboard.shape.disclaimer }) },
    refusals: ['leaderboard_store_unavailable'],
    operations: [GetLeaderboardDocument],
    answer: async (_request, ask) => {
      const { strategies, disclaimer } = (await ask(GetLeaderboardDocument, {})).leaderboard;
      return { status: 200, body: { items: strategies.map(toRankedStrategy), nextCursor: null, disclaimer } };
    },
  }),
  refusing({
    ...NO_TRADERS,
    path: '/v2/copy-trading/traders',
    name: 'v2.copy-trading.list',
    summary: 'Listed traders to follow',
  }),
  refusing({
    ...NO_TRADERS,
    path: '/v2/copy-trading/traders/{wallet}',
    name: 'v2.copy-trading.get',
    summary: 'Showed a trader to follow',
    successor: 'GET /context/traders/{wallet}',
  }),
  refusing({
    method: 'GET',
    path: '/v2/daily-digest',
    name: 'v2.daily-digest',
    summary: 'Told about the markets of a day',
    code: 'feature_not_available',
    message: 'No digest is written here. GET /context/scan ranks the markets that are worth a look now.',
    successor: 'GET /context/scan',
  }),
];
