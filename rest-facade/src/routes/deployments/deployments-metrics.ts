import { z } from 'zod';
import { GetDeploymentMetricsDocument } from '../../generated/operations.js';
import { count, number, text, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { position, toPosition } from './deployment/position.js';

const metrics = z
  .object({
    as_of: timestamp.describe('When it said so, about 15 seconds ago at most while it runs'),
    simulated: z.boolean().describe('True for paper'),
    trades: z.object({
      total: count('Trades that it opened', 12),
      open: count('Of these, those that are open', 1),
      wins: count('Closed trades that won', 7),
      losses: count('Closed trades that lost', 4),
    }),
    pnl: z.object({
      realized_usd: number('Profit of closed trades after fees', 12.5),
      unrealized_usd: number('Profit of open trades at current prices; null if a price is missing', -1.25).nullable(),
    }),
    exposure: z.object({ positions: z.array(position) }),
    balance: z.object({ venue_usd: number('Equity; null while it is not known', 1_011.25).nullable() }),
  })
  .meta({ id: 'DeploymentMetrics', description: 'What a deployment has; the same shape for both frameworks' });

/** `GET /runtime/deployments/{id}/metrics` */
export const getDeploymentMetrics = defineRoute({
  method: 'GET',
  path: '/runtime/deployments/{id}/metrics',
  tool: 'runtime.deployments.metrics',
  summary:
    'Reads what a deployment has: trades, profit, positions, equity; one that has stopped keeps what it had last',
  authentication: 'key',
  request: z.object({ ...noFields, params: z.strictObject({ id: text('The deployment', 'dpl_01') }) }),
  response: { 200: metrics },
  refusals: ['deployment_not_found', 'unsupported_runtime_record'],
  operation: GetDeploymentMetricsDocument,
  variables: ({ params: { id } }) => ({ id }),
  respond: ({ deployment: { metrics: told } }) => ({
    status: 200,
    body: {
      as_of: told.asOf,
      simulated: told.simulated,
      trades: told.trades,
      pnl: { realized_usd: told.pnl.realizedUsd, unrealized_usd: told.pnl.unrealizedUsd ?? null },
      exposure: { positions: told.exposure.positions.map(toPosition) },
      balance: { venue_usd: told.balance.venueUsd ?? null },
    },
  }),
});
