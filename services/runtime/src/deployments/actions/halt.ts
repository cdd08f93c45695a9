import { PlatformError, parse } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { z } from 'zod';
import type { DeploymentRecord } from '../record.js';
import type { DeploymentStore } from '../store.js';

type HaltStore = Pick<DeploymentStore, 'kept' | 'get' | 'move' | 'change'>;

/** What a halt does: nothing is opened any more, or everything stops. */
const haltModes = ['block_entries', 'stop'] as const;
export type HaltMode = (typeof haltModes)[number];

/** What became of a deployment; `already`: it opened nothing before either. */
export type HaltOutcome = 'stopped' | 'entries_blocked' | 'already';

/** A deployment after its account was halted. */
export interface Halted {
  readonly deployment: DeploymentRecord;
  readonly outcome: HaltOutcome;
}

/** Who halts, for the log. */
export interface HaltCause {
  readonly by: 'user' | 'operator';
  /** Of the request, or the operator's name on this machine. */
  readonly source: string;
}

interface HaltParts {
  readonly store: HaltStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A deployment whose bot restarts meanwhile is read again. */
const MOVES_MAX = 5;

const modeSchema = z.object({ mode: z.enum(haltModes) });

/** Checks what a caller asks for. Throws `invalid_request`. */
export function parseHaltMode(mode: string): HaltMode {
  return parse(modeSchema, { mode }).mode;
}

/**
 * Halts every deployment of an account, and tells what became of each that isn't deleted. It touches the database alone, so it works while
 * venues, feeds and bots are down; those that look after the deployments do the rest. Safe to repeat: where some could not be changed, the
 * others are, and it throws `service_unavailable`.
 */
export async function haltDeployments(
  accountId: string,
  mode: HaltMode,
  cause: HaltCause,
  { store, clock, logger }: HaltParts,
): Promise<Halted[]> {
  const halted: Halted[] = [];
  const failures: unknown[] = [];
  for (const record of await store.kept(accountId))
    try {
      halted.push(await halt(record, mode, store, clock.now()));
    } catch (error) {
      failures.push(error);
    }
  const outcomes = Object.fromEntries(halted.map(({ deployment, outcome }) => [deployment._id, outcome]));
  logger.warn(
    { accountId, mode, ...cause, outcomes, failures: failures.length },
    'the deployments of an account were halted',
  );
  if (failures.length === 0) return halted;
  const message = `${failures.length} deployments could not be halted, ${halted.length} are. Repeat the request.`;
  throw new PlatformError('service_unavailable', { message, cause: failures[0] });
}

async function halt(record: DeploymentRecord, mode: HaltMode, store: HaltStore, now: Date): Promise<Halted> {
  let seen = record;
  for (let attempt = 0; attempt < MOVES_MAX; attempt += 1) {
    if (!opens(seen, mode)) return { deployment: seen, outcome: 'already' };
    const changed =
      mode === 'stop' ? await store.move(seen, 'stopped') : await store.change(seen, { entriesBlockedSince: now });
    if (changed !== undefined) return { deployment: changed, outcome: mode === 'stop' ? 'stopped' : 'entries_blocked' };
    seen = await store.get(seen.accountId, seen._id);
  }
  throw new Error(`${record._id} keeps changing`);
}

/** Whether a deployment still does what the mode is to end. */
function opens({ status, entriesBlockedSince }: DeploymentRecord, mode: HaltMode): boolean {
  if (status !== 'starting' && status !== 'running') return false;
  return mode === 'stop' || entriesBlockedSince === undefined;
}
