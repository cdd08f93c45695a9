import { z } from 'zod';
import { ListDepositsDocument, type ListDepositsQuery } from '../../generated/operations.js';
import { cursor, limit, nextCursor, text, timestamp, usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { asset, chain, operationError } from './fields.js';

const deposit = z
  .object({
    id: text('The deposit', 'dep_01'),
    status: z.enum(['observed', 'confirmed', 'failed']).describe('`confirmed` is final on its chain and can be spent'),
    asset,
    chain,
    amount_usd: usd,
    tx_hash: text('Transaction on its chain; null until recorded', `0x${'1'.repeat(64)}`).nullable(),
    created_at: timestamp,
    confirmed_at: timestamp.exactOptional().describe('Only after confirmation'),
    error: operationError.exactOptional().describe('Only when it failed'),
  })
  .meta({ id: 'Deposit', description: 'USDC that the wallet received' });

/** `GET /wallet/deposits` */
export const listDeposits = defineRoute({
  method: 'GET',
  path: '/wallet/deposits',
  tool: 'wallet.deposits.list',
  summary: 'Lists deposits, newest first',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object({ ...noFields, query: z.strictObject({ limit: limit(), cursor: cursor.exactOptional() }) }),
  response: { 200: z.object({ deposits: z.array(deposit), next_cursor: nextCursor }) },
  refusals: ['bad_request', 'wallet_repository_unavailable'],
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
