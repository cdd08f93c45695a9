import { FairQueue } from '@platform/edge/fair-queue';
import { PlatformError } from '@platform/errors';
import type { Mandate } from '@platform/keys/mandates';
import type { Clock } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { Logger } from '@platform/observability/logging';
import type { ClientSession } from '@platform/store/mongo';
import type { LiveDeployments } from '../live/live-deployments.js';
import { requireEndMandated, requireStartMandated } from './actions/mandate.js';
import type { DeploymentHistory } from './history/index.js';
import { leftBehind, type Placing } from './placing.js';
import type { DeploymentRecord, ExpiryMode } from './record.js';
import { type DeploymentEvent, deploymentTransitions } from './state.js';
import type { DeploymentStore, Fields } from './store.js';

/** When a deployment's time is over, and what happens then; undefined: as it is, null: never. */
export interface ExpiryChange {
  readonly aliveUntil?: Date | null | undefined;
  readonly onExpiry?: ExpiryMode | undefined;
}

/** A position that nothing looks after once its deployment is deleted. */
export interface LeftPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly sizeUsd: number | null;
}

/** The states in which an action has met its goal, or is about to: it changes nothing then. */
const GOALS = {
  started: ['starting', 'running'],
  stopped: ['stopping', 'stopped'],
  deleted: ['deleting', 'deleted'],
} as const satisfies { readonly [Event in DeploymentEvent]?: readonly DeploymentRecord['status'][] };

type Action = keyof typeof GOALS;

/** What a move writes beside the status. */
interface Written {
  readonly set: Fields;
  readonly unset: readonly (keyof Fields)[];
}

const ONE_AT_A_TIME = { atOnce: 1, pieces: 50, waitMs: 20_000 };

interface LifecycleParts {
  readonly store: DeploymentStore;
  readonly clock: Clock;
  readonly placing: Pick<Placing, 'ofStarted'>;
  readonly history: Pick<DeploymentHistory, 'lastTradeNumber'>;
  readonly logger: Logger;
  /** The most deployments of one account that run at once. */
  readonly runningLimit: number;
  readonly live: Pick<LiveDeployments, 'requireStartable' | 'requireFreeSymbols' | 'positionsOf'>;
  /** Called when there is something to do. */
  readonly wake: () => void;
}

/** What an account does with its deployments. Everything is safe to repeat. */
export class DeploymentLifecycle {
  /** Of one account in this process: starts of it at once would only conflict in the store. */
  readonly #turns = new FairQueue(ONE_AT_A_TIME);

  constructor(private readonly parts: LifecycleParts) {}

  /**
   * Starts a deployment, within the mandate of the key that starts it and a live one's own. Throws `deployment_not_found`, `invalid_state`,
   * `invalid_request`, `mandate_exceeded`, `rate_limited` or why a live one can't be.
   */
  async start(accountId: string, id: string, expiry: ExpiryChange, mandate?: Mandate): Promise<DeploymentRecord> {
    const fields = this.#expiryFields(expiry);
    return this.#turns.take(accountId, async () => {
      const asked = await this.parts.store.get(accountId, id);
      requireStartMandated(mandate, asked, endOf(asked, expiry), this.parts.clock);
      await this.#requireRoom(asked);
      const live = await this.#liveFields(asked);
      const written = { ...fields, set: { ...fields.set, ...live } };
      const started = await this.parts.store.inTurn(accountId, (session) => this.#started(asked, written, session));
      if (started.mode === 'live') killPoint('live.after_start');
      this.parts.wake();
      return started;
    });
  }

  /** What a start needs of the account's other deployments is read in the turn that writes it: another process may start one just now. */
  async #started(
    { accountId, _id: id }: DeploymentRecord,
    { set, unset }: Written,
    session: ClientSession,
  ): Promise<DeploymentRecord> {
    const { store, clock, live, placing, history, logger } = this.parts;
    const seen = await store.get(accountId, id, session);
    if (!requireAllowed(seen, 'started')) return seen;
    await this.#requireRoom(seen, session);
    if (seen.mode === 'live') await live.requireFreeSymbols(seen, session);
    const now = clock.now();
    const node = await placing.ofStarted(seen, session);
    const isElsewhere = node !== seen.node && seen.generation > 0;
    const fields = {
      ...set,
      ...begun(seen),
      ...{ firstStartedAt: seen.firstStartedAt ?? now, startedAt: now },
      ...{ stopsWhenFlat: false, restartsInARow: 0, strategyErrors: 0 },
      ...{ node, ...(isElsewhere && (await leftBehind(seen, history))) },
    };
    if (isElsewhere)
      logger.warn({ deployment: id, from: seen.node, to: node }, 'a deployment starts without its files');
    const ended = ['entriesBlockedSince', 'error', 'lastStrategyError', 'differences'] as const;
    const moved = await store.move(seen, 'started', { fields, unset: [...unset, ...ended], session });
    if (moved === undefined) throw new Error(`${id} has moved within a transaction`);
    return moved;
  }

  /** Stops a deployment; what it holds stays open. Throws `deployment_not_found` or `invalid_state`. */
  stop(accountId: string, id: string): Promise<DeploymentRecord> {
    return this.#act(accountId, id, 'stopped', () => ({}));
  }

  /**
   * Deletes a deployment: its process, what it kept, its logs. Throws `deployment_not_found`, `invalid_state`, or `positions_open` where it
   * holds positions and they are not acknowledged. Returns those that nothing looks after then.
   */
  async delete(
    accountId: string,
    id: string,
    { acknowledged }: { readonly acknowledged: boolean },
  ): Promise<{ readonly deployment: DeploymentRecord; readonly left: readonly LeftPosition[] }> {
    const seen = await this.parts.store.get(accountId, id);
    const positions = await this.#positionsOf(seen, acknowledged);
    const deployment = await this.#act(accountId, id, 'deleted', ({ generation }) => {
      if (positions.length > 0 && !acknowledged)
        throw new PlatformError('positions_open', { details: { positions: positions.map(wordsOf) } });
      // Of one that never ran nothing is anywhere: it waits for no other node.
      return { fields: generation === 0 ? { node: this.parts.store.node } : {}, unset: ['uniqueName'] };
    });
    return { deployment, left: positions };
  }

  /**
   * Changes what may be changed at any time. Throws `deployment_not_found`, `invalid_state`, `invalid_request`, `mandate_exceeded` or
   * `name_taken`.
   */
  async patch(
    accountId: string,
    id: string,
    change: ExpiryChange & { readonly name?: string | undefined },
    mandate?: Mandate,
  ): Promise<DeploymentRecord> {
    const { store } = this.parts;
    const { set, unset } = this.#expiryFields(change);
    const named = change.name === undefined ? {} : { name: change.name, uniqueName: change.name };
    for (;;) {
      const seen = await store.get(accountId, id);
      if (seen.status === 'deleting' || seen.status === 'deleted') throw invalidState(seen, 'patch');
      if (change.aliveUntil !== undefined) requireEndMandated(mandate, seen, endOf(seen, change));
      const changed = await store.change(seen, { ...set, ...named }, unset);
      if (changed !== undefined) return changed;
    }
  }

  async #act(
    accountId: string,
    id: string,
    action: Action,
    change: (record: DeploymentRecord) => { fields?: Fields; unset?: readonly (keyof Fields)[] },
  ): Promise<DeploymentRecord> {
    const moved = await this.parts.store.moveOwn(accountId, id, (record) => {
      return requireAllowed(record, action) ? { event: action, ...change(record) } : undefined;
    });
    this.parts.wake();
    return moved;
  }

  /** What a live deployment's start writes beside; nothing where there is nothing to start, and none on paper. */
  async #liveFields(record: DeploymentRecord): Promise<Fields> {
    const isStart = deploymentTransitions.allows(record.status, 'started');
    return record.mode === 'live' && isStart ? this.parts.live.requireStartable(record) : {};
  }

  /** What a deployment holds: by its venue where it trades with real money. One that is forced goes on without an answer. */
  async #positionsOf(record: DeploymentRecord, acknowledged: boolean): Promise<readonly LeftPosition[]> {
    const said = record.snapshot?.positions ?? [];
    if (record.mode === 'paper' || record.status === 'deleted') return said;
    try {
      return await this.parts.live.positionsOf(record);
    } catch (error) {
      if (acknowledged) return said;
      throw error;
    }
  }

  #expiryFields({ aliveUntil, onExpiry }: ExpiryChange): Written {
    if (aliveUntil instanceof Date && aliveUntil <= this.parts.clock.now())
      throw new PlatformError('invalid_request', {
        details: [{ path: 'alive_until', message: 'must be in the future' }],
      });
    return {
      set: {
        ...(aliveUntil instanceof Date && { aliveUntil }),
        ...(onExpiry !== undefined && { onExpiry }),
      },
      unset: aliveUntil === null ? ['aliveUntil'] : [],
    };
  }

  async #requireRoom({ accountId, status }: DeploymentRecord, session?: ClientSession): Promise<void> {
    const { store, runningLimit } = this.parts;
    const goals: readonly string[] = GOALS.started;
    if (goals.includes(status)) return;
    const running = await store.countRunning(accountId, session);
    if (running >= runningLimit)
      throw new PlatformError('rate_limited', {
        message: `${runningLimit} deployments of the account are running already.`,
        details: { limit: 'running_deployments', maximum: runningLimit, running },
      });
  }
}

/** The fields of a new start: what an earlier one reports is not this one's. */
export function begun({ generation }: Pick<DeploymentRecord, 'generation'>): Pick<DeploymentRecord, 'generation'> {
  return { generation: generation + 1 };
}

/** When a deployment is to end once a change is made; undefined: never. */
function endOf(record: DeploymentRecord, { aliveUntil }: ExpiryChange): Date | undefined {
  return aliveUntil === undefined ? record.aliveUntil : (aliveUntil ?? undefined);
}

/** Returns whether there is something to do; throws `invalid_state` where it may not be done. */
function requireAllowed(record: DeploymentRecord, action: Action): boolean {
  const goals: readonly DeploymentRecord['status'][] = GOALS[action];
  if (goals.includes(record.status)) return false;
  if (!deploymentTransitions.allows(record.status, action)) throw invalidState(record, action);
  return true;
}

function invalidState({ status }: DeploymentRecord, action: string): PlatformError {
  return new PlatformError('invalid_state', { details: { status, action: VERBS[action] ?? action } });
}

const VERBS: Readonly<Record<string, string>> = { started: 'start', stopped: 'stop', deleted: 'delete' };

function wordsOf({ symbol, side, sizeUsd }: LeftPosition) {
  return { symbol, side, size_usd: sizeUsd };
}
