import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { CreationPosition, CursorCodec } from '@platform/kit/cursors';
import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import { type AccessTable, type CallContext, type Handlers, requireUser } from '@platform/rpc/grpc';
import type { LegacyDeploymentReads } from '../legacy/deployments/reads.js';
import type { LiveDeployments } from '../live/live-deployments.js';
import type { BotLogs } from '../nodes/bot-logs.js';
import { attachCredentials } from './actions/credentials.js';
import { type Halted, type HaltMode, parseHaltMode } from './actions/halt.js';
import type { DeploymentCreation } from './creation.js';
import { type DiagnosisParts, readDiagnosis } from './diagnosis/index.js';
import { type HistoryParts, listDeploymentTrades, readDeploymentEquity } from './history/index.js';
import type { LeaderboardParts } from './leaderboard/index.js';
import type { DeploymentLifecycle } from './lifecycle.js';
import { listDeployments } from './listing.js';
import { toDeploymentMessage, toPositionMessage, toTradeMessage } from './messages.js';
import { type ParityReports, toParityMessage } from './parity/index.js';
import { readDeployments } from './reads/by-id.js';
import { readDeploymentLogs } from './reads/logs.js';
import { parseExpiryChange, parseName } from './request.js';
import type { DeploymentStore } from './store.js';

const BATCH_MAX = 100;
/** Code and config are 320 KiB at most. */
const STRATEGIES_MAX = 10;

/** The procedures of deployments. */
type Procedure = Extract<keyof Handlers<RuntimeServiceDefinition>, `${string}Deployment${string}`>;

/** Who may call what. */
export const deploymentAccess: Pick<AccessTable<RuntimeServiceDefinition>, Procedure> = {
  CreateDeployment: { users: 'write' },
  BatchGetDeployments: { users: 'read' },
  BatchGetDeploymentStrategies: { users: 'read' },
  ListDeployments: { users: 'read' },
  StartDeployment: { users: 'write' },
  StopDeployment: { users: 'write' },
  UpdateDeployment: { users: 'write' },
  DeleteDeployment: { users: 'write' },
  GetDeploymentLogs: { users: 'read' },
  ListDeploymentTrades: { users: 'read' },
  GetDeploymentEquity: { users: 'read' },
  AttachDeploymentCredentials: { users: 'write' },
  HaltDeployments: { users: 'write' },
  StartDeploymentParity: { users: 'write' },
  GetDeploymentParity: { users: 'read' },
  GetDeploymentDiagnosis: { users: 'read' },
};

/** The dependencies of the handlers. */
export interface DeploymentParts extends HistoryParts, Pick<DiagnosisParts, 'marketFactsOf' | 'nodes' | 'logger'> {
  readonly store: DeploymentStore;
  readonly creation: DeploymentCreation;
  readonly lifecycle: DeploymentLifecycle;
  readonly live: LiveDeployments;
  readonly legacy: LegacyDeploymentReads;
  /** Halts every deployment of an account, on a request. */
  readonly halt: (accountId: string, mode: HaltMode, requestId: string) => Promise<Halted[]>;
  readonly logs: BotLogs;
  readonly cursors: CursorCodec<CreationPosition>;
  readonly parity: ParityReports;
  readonly leaderboard: LeaderboardParts;
  readonly clock: Clock;
}

/** The handlers of deployments. */
export function deploymentHandlers(parts: DeploymentParts): Pick<Handlers<RuntimeServiceDefinition>, Procedure> {
  const { store, creation, lifecycle, cursors } = parts;
  return {
    CreateDeployment: async (request, context) => {
      const { accountId, mandate } = requireUser(context.caller);
      const call = { accountId, requestId: context.requestId, mandate };
      const { deployment, replayed } = await creation.create(request, call);
      return { deployment: toDeploymentMessage(deployment), replayed };
    },
    BatchGetDeployments: async ({ ids }, context) => {
      requireAtMost(ids, BATCH_MAX);
      return readDeployments(parts, accountOf(context), ids);
    },
    BatchGetDeploymentStrategies: async ({ ids }, context) => {
      requireAtMost(ids, STRATEGIES_MAX);
      const found = await store.strategiesOf(accountOf(context), ids);
      return { strategies: found.map(({ _id: id, code, configJson }) => ({ id, code, configJson })) };
    },
    ListDeployments: async (request, context) => {
      const page = await listDeployments(store, cursors, accountOf(context), request);
      return {
        deployments: page.items.map(toDeploymentMessage),
        cursors: [...page.cursors],
        nextCursor: page.nextCursor,
      };
    },
    StartDeployment: async ({ id, expiry }, context) => {
      const { accountId, mandate } = requireUser(context.caller);
      const started = await lifecycle.start(accountId, id, parseExpiryChange(expiry), mandate);
      return { deployment: toDeploymentMessage(started) };
    },
    StopDeployment: async ({ id }, context) => ({
      deployment: toDeploymentMessage(await lifecycle.stop(accountOf(context), id)),
    }),
    UpdateDeployment: async ({ id, name, expiry }, context) => {
      const change = { name: parseName(name), ...parseExpiryChange(expiry) };
      const { accountId, mandate } = requireUser(context.caller);
      return { deployment: toDeploymentMessage(await lifecycle.patch(accountId, id, change, mandate)) };
    },
    DeleteDeployment: async ({ id, positionsAcknowledged: acknowledged }, context) => {
      const { deployment, left } = await lifecycle.delete(accountOf(context), id, { acknowledged });
      return { deployment: toDeploymentMessage(deployment), unmanagedPositions: left.map(toPositionMessage) };
    },
    GetDeploymentLogs: async (request, context) => ({
      logs: await readDeploymentLogs(parts, accountOf(context), request),
    }),
    ListDeploymentTrades: async (request, context) => {
      const page = await listDeploymentTrades(parts, accountOf(context), request);
      return { trades: page.items.map(toTradeMessage), cursors: [...page.cursors], nextCursor: page.nextCursor };
    },
    GetDeploymentEquity: async (request, context) => {
      const { tMs, balanceUsd } = await readDeploymentEquity(parts, accountOf(context), request);
      return { equity: { tMs: [...tMs], balanceUsd: [...balanceUsd] } };
    },
    AttachDeploymentCredentials: async (request, context) => ({
      deployment: toDeploymentMessage(await attachCredentials(parts, accountOf(context), request)),
    }),
    HaltDeployments: async ({ mode }, context) => {
      const halted = await parts.halt(accountOf(context), parseHaltMode(mode), context.requestId);
      return {
        deployments: halted.map(({ deployment, outcome }) => ({
          deployment: toDeploymentMessage(deployment),
          outcome,
        })),
      };
    },
    StartDeploymentParity: async ({ id }, context) => ({
      parity: toParityMessage(await parts.parity.start(accountOf(context), id, context)),
    }),
    GetDeploymentParity: async ({ id }, context) => {
      const parity = await parts.parity.get(accountOf(context), id);
      return { parity: parity === undefined ? null : toParityMessage(parity) };
    },
    GetDeploymentDiagnosis: async ({ id }, context) => ({
      findings: await readDiagnosis(parts, accountOf(context), id),
    }),
  };
}

function requireAtMost(ids: readonly string[], maximum: number): void {
  if (ids.length > maximum)
    throw new PlatformError('invalid_request', { details: [{ path: 'ids', message: `must be at most ${maximum}` }] });
}

function accountOf({ caller }: CallContext): string {
  return requireUser(caller).accountId;
}
