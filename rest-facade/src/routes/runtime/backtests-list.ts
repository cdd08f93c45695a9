import { z } from 'zod';
import { ListBacktestsDocument } from '../../generated/operations.js';
import { cursor, limit, nextCursor } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { backtestStatus, backtestSummary, toSummary, venue } from './backtest/backtest.js';

/** `GET /runtime/backtests` */
export const listBacktests = defineRoute({
  method: 'GET',
  path: '/runtime/backtests',
  tool: 'runtime.backtests.list',
  summary: 'Lists backtests, newest first, with their figures; deleted ones are left out',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      status: backtestStatus.exactOptional(),
      venue: venue.exactOptional(),
      limit: limit(),
      cursor: cursor.exactOptional(),
    }),
  }),
  response: { 200: z.object({ backtests: z.array(backtestSummary), next_cursor: nextCursor }) },
  operation: ListBacktestsDocument,
  variables: ({ query }) => ({ status: query.status, venue: query.venue, first: query.limit, after: query.cursor }),
  respond: ({ backtests: { edges, pageInfo } }) => ({
    status: 200,
    body: {
      backtests: edges.map(({ node }) => toSummary(node)),
      next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    },
  }),
});
