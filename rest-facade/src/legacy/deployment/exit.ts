import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import {
  LegacyGetDeploymentHoldingsDocument,
  LegacyGetDeploymentToExitDocument,
  type LegacyGetDeploymentToExitQuery,
  LegacyListRunningDeploymentsDocument,
  LegacySubmitExitActionDocument,
} from '../../generated/operations.js';
import { count, idempotencyKey, text } from '../../routes/fields.js';
import { type Ask, noFields } from '../../routes/route.js';
import { OLDER_VENUE } from '../older-venue.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import { legacyDeploymentStatus, toLegacyStatus } from './deployment.js';
import { type Done, sendAll } from './exit-actions.js';
import { actionsOf } from './exit-plan.js';
import { params } from './fields.js';
import { requireIn, type Tree } from './tree.js';

type Deployment = LegacyGetDeploymentToExitQuery['deployment'];

/** The statuses in which no process of it trades. */
const STILL: ReadonlySet<string> = new Set(['created', 'stopped', 'error']);
const SIMULATED = 'It trades with simulated money: nothing of it is open at a venue.';
const DONE = 'Nothing of it is open any more.';
const LEFT = 'Not everything is closed yet: call again, and look at GET /runtime/executions and GET /wallet.';

const exited = record(
  {
    id: text('The deployment', 'dpl_01'),
    status: legacyDeploymentStatus,
    orders_cancelled: count('Open orders in its markets that the venue cancelled', 3),
    positions_closed: count('Positions in its markets that the venue closed whole', 2),
    positions_left: count('Positions of which something is left, or whose outcome is not known', 0),
    message: text('What it did, and what it did not', DONE),
  },
  { id: 'LegacyDeploymentExit', description: 'What an exit did at the venue' },
);

/** Closing what a stopped deployment holds at its venue. */
export function exitRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'POST',
    path: `${tree.path}/{id}/exit`,
    effect: 'moves_money',
    name: `${tree.name}.exit`,
    successor: 'POST /runtime/executions',
    summary:
      "Cancels the account's open orders in a stopped deployment's markets, and closes its positions there at the market",
    request: z.object({
      ...noFields,
      params,
      headers: z.object({ 'idempotency-key': idempotencyKey.exactOptional() }),
      body: z.object({}).nullish(),
    }),
    response: { 200: exited, 202: exited },
    refusals: [
      ...(['invalid_request', 'deployment_not_found', 'feature_not_available', 'symbols_in_use'] as const),
      ...(['mandate_exceeded', 'account_not_ready', 'exchange_rejected', 'wallet_upstream_unavailable'] as const),
      ...(['execution_provider_unavailable', 'execution_store_unavailable', 'context_upstream_unavailable'] as const),
    ],
    operations: [
      ...[LegacySubmitExitActionDocument, LegacyGetDeploymentToExitDocument],
      ...[LegacyListRunningDeploymentsDocument, LegacyGetDeploymentHoldingsDocument],
    ],
    answer: async ({ params: { id }, headers }, ask) => {
      const { deployment } = await ask(LegacyGetDeploymentToExitDocument, { id });
      requireIn(tree, deployment);
      requireStill(deployment);
      const status = toLegacyStatus(deployment.status);
      if (deployment.mode === 'paper') return { status: 200, body: { id, status, ...NOTHING, message: SIMULATED } };
      const done = await close(deployment, headers['idempotency-key'], ask);
      const message = done.positions_left === 0 ? DONE : LEFT;
      return { status: done.positions_left === 0 ? 200 : 202, body: { id, status, ...done, message } };
    },
  });
}

const NOTHING: Done = { orders_cancelled: 0, positions_closed: 0, positions_left: 0 };

function requireStill({ status }: Deployment): void {
  if (STILL.has(status)) return;
  const message = status === 'stopping' ? 'is still stopping: call again in some seconds' : 'must be stopped first';
  throw new PlatformError('invalid_request', { details: [{ path: 'status', message }] });
}

async function close(deployment: Deployment, callersKey: string | undefined, ask: Ask): Promise<Done> {
  const { id, venue, startedAt } = deployment;
  if (venue !== OLDER_VENUE) throw new PlatformError('feature_not_available');
  await requireAlone(deployment, ask);
  const { wallet, deployment: found } = await ask(LegacyGetDeploymentHoldingsDocument, { id, venue });
  const actions = actionsOf({ markets: found.markets, positions: wallet.positions, openOrders: wallet.openOrders });
  return sendAll(actions, { venue, cause: [id, callersKey ?? startedAt ?? ''] }, ask);
}

/** What the account holds in a market is one position: while another deployment trades it, it may be that one's. */
async function requireAlone({ id, venue, symbols }: Deployment, ask: Ask): Promise<void> {
  const { deployments } = await ask(LegacyListRunningDeploymentsDocument, { venue, mode: 'live' });
  for (const { node } of deployments.edges) {
    const shared = node.symbols.filter((symbol) => symbols.includes(symbol));
    if (node.id !== id && shared.length > 0)
      throw new PlatformError('symbols_in_use', { details: { deployment_id: node.id, symbols: shared } });
  }
}
