import { z } from 'zod';
import {
  LegacyDeleteDeploymentDocument,
  LegacyGetDeploymentStatusDocument,
  LegacyStartDeploymentDocument,
  LegacyStopDeploymentDocument,
} from '../../generated/operations.js';
import { text } from '../../routes/fields.js';
import { type Ask, noFields } from '../../routes/route.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { record } from '../twins.js';
import { legacyDeploymentStatus, toLegacyStatus } from './deployment.js';
import { kubernetes, NO_KUBERNETES, params } from './fields.js';
import { activeDeploymentIds, activeIds, requireIn, type Tree } from './tree.js';

/** With every stop and deletion: older documents say that these close positions, and here nothing does but an exit. */
const POSITIONS_LEFT_OPEN = { 'x-positions': 'left-open' } as const;
const NOTHING_CLOSED = 'Nothing is closed by it: its positions and orders stay open at the venue.';
const EXIT = 'POST /v2/deployment/{id}/exit closes them once it has stopped.';
const MESSAGES = { start: 'It is being started.', stop: `It is being stopped. ${NOTHING_CLOSED} ${EXIT}` } as const;

const changed = record(
  {
    id: text('The deployment', 'dpl_01'),
    status: legacyDeploymentStatus,
    previous_status: legacyDeploymentStatus,
    message: text('What was done, and what was not', MESSAGES.stop),
    ...kubernetes,
    activeDeploymentIds: activeDeploymentIds.exactOptional(),
  },
  { id: 'LegacyDeploymentStatusChange', description: 'A deployment that was started or stopped' },
);

const action = z
  .object({ action: z.enum(['start', 'stop']).describe('What it is to do') })
  .meta({ examples: [{ action: 'start' }, { action: 'stop' }] });

type Action = z.output<typeof action>['action'];

/** The two spellings of a change of status. */
const METHODS = { PUT: 'set-status', PATCH: 'patch-status' } as const;

/** Starting and stopping a deployment, by either method. */
export function actionRow(tree: Tree, method: keyof typeof METHODS): LegacyRoute {
  return defineLegacy({
    method,
    path: `${tree.path}/{id}/status`,
    effect: 'changes',
    name: `${tree.name}.${METHODS[method]}`,
    successor: 'PUT /runtime/deployments/{id}/status',
    summary: 'Starts or stops a deployment; a stop closes nothing that it holds',
    request: z.object({ ...noFields, params, body: action }),
    response: { 200: changed },
    refusals: [
      ...(['invalid_request', 'deployment_not_found', 'invalid_state', 'mandate_exceeded', 'symbols_in_use'] as const),
      ...(['feature_not_available', 'venue_setup_in_progress', 'venue_not_ready', 'account_not_funded'] as const),
      ...(['insufficient_held_balance', 'credentials_missing', 'wallet_upstream_unavailable'] as const),
    ],
    operations: [LegacyStartDeploymentDocument, LegacyStopDeploymentDocument, LegacyGetDeploymentStatusDocument],
    answer: async ({ params: { id }, body: { action: wanted } }, ask) => {
      const { deployment: before } = await ask(LegacyGetDeploymentStatusDocument, { id });
      requireIn(tree, before);
      const status = await act(wanted, id, ask);
      return {
        status: 200,
        body: {
          id,
          status: toLegacyStatus(status),
          previous_status: toLegacyStatus(before.status),
          message: MESSAGES[wanted],
          ...NO_KUBERNETES,
          ...(tree.framework === 'nautilus' && { activeDeploymentIds: await activeIds(ask) }),
        },
        headers: wanted === 'stop' ? POSITIONS_LEFT_OPEN : {},
      };
    },
  });
}

async function act(wanted: Action, id: string, ask: Ask) {
  if (wanted === 'start') {
    const { startDeployment } = await ask(LegacyStartDeploymentDocument, { input: { id } });
    return startDeployment.deployment.status;
  }
  const { stopDeployment } = await ask(LegacyStopDeploymentDocument, { input: { id } });
  return stopDeployment.deployment.status;
}

const acknowledgement = z
  .object({
    force: z.boolean().exactOptional().describe('Whether to delete it although it holds positions'),
    acknowledge_positions_open: z
      .boolean()
      .exactOptional()
      .describe('Whether you know that nothing looks after them then; both are true, or neither counts'),
  })
  .meta({ examples: [{ force: true, acknowledge_positions_open: true }] });

const deleted = z.object({
  id: text('The deployment', 'dpl_01'),
  message: text('What it did, and what it did not', `Deployment deleted. ${NOTHING_CLOSED}`),
});

/**
 * The deletion of a deployment. Older clients acknowledge nothing: what one on paper holds is simulated, and keeps nobody from deleting it;
 * a live one that holds positions is refused.
 */
export function deleteRow(tree: Tree): LegacyRoute {
  return defineLegacy({
    method: 'DELETE',
    path: `${tree.path}/{id}`,
    effect: 'removes',
    name: `${tree.name}.delete`,
    successor: 'DELETE /runtime/deployments/{id}',
    summary: 'Deletes a deployment and closes nothing; a live one is refused while it holds positions',
    request: z.object({ ...noFields, params, body: acknowledgement.nullish() }),
    response: { 200: deleted },
    refusals: ['deployment_not_found', 'positions_open', 'wallet_upstream_unavailable'],
    operations: [LegacyDeleteDeploymentDocument, LegacyGetDeploymentStatusDocument],
    answer: async ({ params: { id }, body }, ask) => {
      const { deployment } = await ask(LegacyGetDeploymentStatusDocument, { id });
      requireIn(tree, deployment);
      const isAcknowledged = body?.force === true && body.acknowledge_positions_open === true;
      const input = { id, acknowledgePositionsOpen: deployment.mode === 'paper' || isAcknowledged };
      await ask(LegacyDeleteDeploymentDocument, { input });
      return {
        status: 200,
        body: { id, message: `Deployment deleted. ${NOTHING_CLOSED}` },
        headers: POSITIONS_LEFT_OPEN,
      };
    },
  });
}
