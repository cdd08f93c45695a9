import { z } from 'zod';
import type { LegacyDeploymentFieldsFragment } from '../../generated/operations.js';
import { count, exampleVenue, text, timestamp } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';
import { absent } from '../absent.js';
import { record } from '../twins.js';
import { kubernetes, NO_KUBERNETES } from './fields.js';

type Status = LegacyDeploymentFieldsFragment['status'];

/** The older words for the status of a deployment. */
export const legacyDeploymentStatus = z
  .enum(['pending', 'running', 'stopped'])
  .describe(
    '`pending` until it is started; `running` from then until its process is gone, also while it starts and stops; then `stopped`',
  );
type LegacyStatus = z.output<typeof legacyDeploymentStatus>;

const OLDER_STATUSES: Readonly<Record<Status, LegacyStatus>> = {
  created: 'pending',
  starting: 'running',
  running: 'running',
  stopping: 'running',
  stopped: 'stopped',
  error: 'stopped',
  deleting: 'stopped',
  deleted: 'stopped',
};

/** Returns the older word for the status of a deployment. */
export function toLegacyStatus(status: Status): LegacyStatus {
  return OLDER_STATUSES[status];
}

/** Returns the statuses that have an older word; all of them without one, since older lists have deleted deployments too. */
export function statusesOf(wanted: LegacyStatus | undefined): Status[] {
  const statuses: readonly Status[] = [
    ...(['created', 'starting', 'running', 'stopping'] as const),
    ...(['stopped', 'error', 'deleting', 'deleted'] as const),
  ];
  return statuses.filter((status) => wanted === undefined || toLegacyStatus(status) === wanted);
}

const failure = z
  .object({
    code: text('Stable code', 'strategy_failed'),
    message: text('What went wrong', 'ZeroDivisionError: division by zero'),
  })
  .meta({ id: 'LegacyDeploymentError', description: 'Why it can not go on' });

/** Whether a deployment has what it trades real money with. */
export const credentialsStatus = z
  .enum(['stored', 'missing'])
  .describe('`stored` where it can trade with real money; `missing` where it can not, and for simulated money');

/** How many of its processes there are. */
export const replicas = {
  replicas: count('Always 1', 1),
  available_replicas: count('1 while its process is there, else 0', 1),
  pods: absent(z.string(), 'its process is not a pod of Kubernetes here'),
};

/** Returns how many of its processes there are. */
export function toReplicas(status: Status) {
  return { replicas: 1, available_replicas: status === 'running' || status === 'stopping' ? 1 : 0, pods: null };
}

/** A deployment as the older surface writes it. */
export const legacyDeployment = record(
  {
    id: text('The deployment', 'dpl_01'),
    config: jsonObject
      .nullable()
      .meta({ description: 'As it was sent; null once it is deleted', examples: [{ stake_amount: 100 }] }),
    code: text('As it was sent; null once it is deleted', 'class Momentum(IStrategy): ...').nullable(),
    name: text("Its name, unique among the account's deployments", 'Momentum'),
    ...replicas,
    status: legacyDeploymentStatus,
    credentials_status: credentialsStatus,
    exchange: text('Venue', exampleVenue),
    execution_mode: z.enum(['live', 'dry-run']).describe('`dry-run`: it trades with simulated money'),
    wallet_address: text('The wallet that it trades with', '0x1000000000000000000000000000000000000001')
      .nullable()
      .describe('The wallet that it trades with; null for simulated money'),
    error: failure.exactOptional().describe('Present where it can not go on'),
    message: text('What it did', 'It trades with simulated money.')
      .exactOptional()
      .describe('In the answer to creation'),
    stopped_reason: absent(z.string(), 'it is not kept'),
    ...kubernetes,
    created_at: timestamp,
    updated_at: absent(z.string(), 'it is not kept'),
    deleted_at: timestamp.nullable().describe('Null unless it is deleted'),
  },
  { id: 'LegacyDeployment', description: 'A strategy that keeps running' },
);

/** Returns a deployment in its older form. */
export function toLegacyDeployment(
  node: LegacyDeploymentFieldsFragment,
  wallets: ReadonlyMap<string, string>,
): z.input<typeof legacyDeployment> {
  const { id, name, status, mode, venue, strategy, error } = node;
  return {
    id,
    config: strategy === null ? null : JSON.parse(strategy.configJson),
    code: strategy === null ? null : strategy.code,
    name,
    ...toReplicas(status),
    status: toLegacyStatus(status),
    credentials_status: node.credentials?.attached === true ? 'stored' : 'missing',
    exchange: venue,
    execution_mode: mode === 'live' ? 'live' : 'dry-run',
    wallet_address: mode === 'live' ? (wallets.get(venue) ?? null) : null,
    ...(error !== null && { error: { code: error.code, message: error.message } }),
    stopped_reason: null,
    ...NO_KUBERNETES,
    created_at: node.createdAt,
    updated_at: null,
    deleted_at: node.deletedAt,
  };
}
