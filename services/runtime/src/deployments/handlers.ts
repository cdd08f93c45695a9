import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { CreationPosition, CursorCodec } from '@platform/kit/cursors';
import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import { type AccessTable, type CallContext, type Handlers, requireUser } from '@platform/rpc/grpc';
import type { BotRunner } from '../bots/bot-runner.js';
import type { DeploymentCreation } from './creation.js';
import type { DeploymentLifecycle } from './lifecycle.js';
import { listDeployments } from './listing.js';
import { readDeploymentLogs } from './logs.js';
import { toDeploymentMessage, toPositionMessage } from './messages.js';
import { parseExpiryChange, parseName } from './request.js';
import type { DeploymentStore } from './store.js';

const BATCH_MAX = 100;

/** The procedures of deployments. */
type Procedure = Extract<keyof Handlers<RuntimeServiceDefinition>, `${string}Deployment${string}`>;

/** Who may call what. */
export const deploymentAccess: Pick<AccessTable<RuntimeServiceDefinition>, Procedure> = {
  CreateDeployment: { users: 'write' },
  BatchGetDeployments: { users: 'read' },
  ListDeployments: { users: 'read' },
  StartDeployment: { users: 'write' },
  StopDeployment: { users: 'write' },
  UpdateDeployment: { users: 'write' },
  DeleteDeployment: { users: 'write' },
  GetDeploymentLogs: { users: 'read' },
};

/** The dependencies of the handlers. */
export interface DeploymentParts {
  readonly store: DeploymentStore;
  readonly creation: DeploymentCreation;
  readonly lifecycle: DeploymentLifecycle;
  readonly runner: BotRunner;
  readonly cursors: CursorCodec<CreationPosition>;
  readonly clock: Clock;
}

/** The handlers of deployments. */
export function deploymentHandlers(parts: DeploymentParts): Pick<Handlers<RuntimeServiceDefinition>, Procedure> {
  const { store, creation, lifecycle, cursors } = parts;
  return {
    CreateDeployment: async (request, context) => {
      const call = { accountId: accountOf(context), requestId: context.requestId };
      const { deployment, replayed } = await creation.create(request, call);
      return { deployment: toDeploymentMessage(deployment), replayed };
    },
    BatchGetDeployments: async ({ ids }, context) => {
      if (ids.length > BATCH_MAX)
        throw new PlatformError('invalid_request', {
          details: [{ path: 'ids', message: `must be at most ${BATCH_MAX}` }],
        });
      return { deployments: (await store.findMany(accountOf(context), ids)).map(toDeploymentMessage) };
    },
    ListDeployments: async (request, context) => {
      const page = await listDeployments(store, cursors, accountOf(context), request);
      return {
        deployments: page.items.map(toDeploymentMessage),
        cursors: [...page.cursors],
        nextCursor: page.nextCursor,
      };
    },
    StartDeployment: async ({ id, expiry }, context) => ({
      deployment: toDeploymentMessage(await lifecycle.start(accountOf(context), id, parseExpiryChange(expiry))),
    }),
    StopDeployment: async ({ id }, context) => ({
      deployment: toDeploymentMessage(await lifecycle.stop(accountOf(context), id)),
    }),
    UpdateDeployment: async ({ id, name, expiry }, context) => {
      const change = { name: parseName(name), ...parseExpiryChange(expiry) };
      return { deployment: toDeploymentMessage(await lifecycle.patch(accountOf(context), id, change)) };
    },
    DeleteDeployment: async ({ id, positionsAcknowledged: acknowledged }, context) => {
      const { deployment, left } = await lifecycle.delete(accountOf(context), id, { acknowledged });
      return { deployment: toDeploymentMessage(deployment), unmanagedPositions: left.map(toPositionMessage) };
    },
    GetDeploymentLogs: async (request, context) => ({
      logs: await readDeploymentLogs(parts, accountOf(context), request),
    }),
  };
}

function accountOf({ caller }: CallContext): string {
  return requireUser(caller).accountId;
}
