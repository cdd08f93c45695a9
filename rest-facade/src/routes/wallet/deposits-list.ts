import { z } from 'zod';
import { ListDepositsDocument, type ListDepositsQuery } from '../../generated/operations.js';
import { cursor, limit, nextCursor, timestamp, usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { operationError } from './fields.js';

const deposit = z.object({
  id: z.string(),
  status: z.enum(['observed', 'confirmed', 'failed']).describe('Confirmed: final on its chain, hence spendable'),
  asset: z.string(),
  chain: z.string(),
  amount_usd: usd,
  tx_hash: z.string().nullable(),
  created_at: timestamp,
  confirmed_at: timestamp.exactOptional().describe('Only after confirmation'),
  error: operationError.exactOptional().describe('Only when it failed'),
});

/** `GET /wallet/deposits` */
export const listDeposits = defineRoute({
  method: 'GET',
  path: '/wallet/deposits',
  summary: 'Lists deposits, newest first',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({ ...noFields, query: z.strictObject({ limit: limit(), cursor: cursor.exactOptional() }) }),
  response: { 200: z.object({ deposits: z.array(deposit), next_cursor: nextCursor }) },
  operation: ListDepositsDocument,
  variables: ({ query }) => ({ first: query.limit, after: query.cursor }),
  respond: ({ wallet: { deposits } }) => ({
    status: 200,
    body: {
      deposits: deposits.edges.map(({ node }) => toDeposit(node)),
      next_cursor: deposits.pageInfo.hasNextPage ? deposits.pageInfo.endCursor : null,
    },
  }),
});

type DepositFields = ListDepositsQuery['wallet']['deposits']['edges'][number]['node'];

function toDeposit(fields: DepositFields): z.input<typeof deposit> {
  const { amountUsd, txHash, createdAt, confirmedAt, error, ...same } = fields;
  return {
    ...same,
    amount_usd: amountUsd,
    tx_hash: txHash,
    created_at: createdAt,
    ...(confirmedAt !== null && { confirmed_at: confirmedAt }),
    ...(error && { error }),
  };
}
