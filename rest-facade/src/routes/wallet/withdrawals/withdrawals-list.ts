import { z } from 'zod';
import { ListWithdrawalsDocument } from '../../../generated/operations.js';
import { cursor, nextCursor, unboundedLimit } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { toWithdrawal, withdrawal } from './withdrawal.js';

/** `GET /wallet/withdrawals` */
export const listWithdrawals = defineRoute({
  method: 'GET',
  path: '/wallet/withdrawals',
  tool: 'wallet.withdrawals.list',
  summary: 'Lists withdrawals, newest first',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({ ...noFields, query: z.strictObject({ limit: unboundedLimit, cursor: cursor.exactOptional() }) }),
  response: { 200: z.object({ withdrawals: z.array(withdrawal), next_cursor: nextCursor }) },
  refusals: ['invalid_request', 'invalid_cursor', 'wallet_repository_unavailable'],
  operation: ListWithdrawalsDocument,
  variables: ({ query }) => ({ first: query.limit, after: query.cursor }),
  respond: ({ wallet: { withdrawals } }) => ({
    status: 200,
    body: {
      withdrawals: withdrawals.edges.map(({ node }) => toWithdrawal(node)),
      next_cursor: withdrawals.pageInfo.hasNextPage ? withdrawals.pageInfo.endCursor : null,
    },
  }),
});
