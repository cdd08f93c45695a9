import { z } from 'zod';
import { ListWithdrawalSourcesDocument } from '../../../generated/operations.js';
import { nextCursor, text, usd } from '../../fields.js';
import { defineRoute, noFields } from '../../route.js';
import { asset, chain } from '../fields.js';
import { sourceName } from './withdrawal.js';

const withdrawalSource = z
  .object({
    source: sourceName,
    status: z.enum(['available', 'unavailable', 'coming_soon']).describe('Only an available source can be spent'),
    asset,
    chain,
    available_usd: usd.nullable().describe('What can be withdrawn from it now; null while it is not known'),
    fee_usd: usd.nullable().describe('What it keeps of each withdrawal; null while it is not known'),
    reason: text('Why it is unavailable; only then', 'balance_unknown').exactOptional(),
  })
  .meta({ id: 'WithdrawalSource', description: 'A balance that withdrawals can spend, or will' });

/** `GET /wallet/withdraw/sources` */
export const listWithdrawalSources = defineRoute({
  method: 'GET',
  path: '/wallet/withdraw/sources',
  tool: 'wallet.withdrawal_sources',
  summary: 'Lists the balances that can be withdrawn from, with what is available and the fee',
  authentication: 'key',
  invalidRequest: 'bad_request',
  request: z.object(noFields),
  response: {
    200: z.object({
      sources: z.array(withdrawalSource),
      next_cursor: nextCursor,
    }),
  },
  refusals: ['wallet_repository_unavailable'],
  operation: ListWithdrawalSourcesDocument,
  variables: () => ({}),
  respond: ({ wallet: { withdrawalSources } }) => ({
    status: 200,
    body: {
      sources: withdrawalSources.map(({ source, availableUsd, feeUsd, reason, ...same }) => ({
        ...same,
        // What an operator alone pays out is never listed.
        source: sourceName.parse(source),
        available_usd: availableUsd,
        fee_usd: feeUsd,
        ...(reason !== null && { reason }),
      })),
      next_cursor: null,
    },
  }),
});
