import { PlatformError } from '@platform/errors';
import { FlowStore } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import { creationOrder } from '@platform/kit/cursors';
import { releaseLease } from '@platform/store/leases';
import { type ClientSession, type Connection, inTransaction, isDuplicateKey, Turns } from '@platform/store/mongo';
import type { PipelineStage } from 'mongoose';
import { LegacyDeployments } from '../legacy/deployments/store.js';
import { deploymentFlow } from './flow.js';
import { type DeploymentRecord, type DeploymentStrategy, deploymentModel, deploymentStrategyModel } from './record.js';
import {
  boundStatuses,
  type DeploymentEvent,
  type DeploymentStatus,
  deploymentStatuses,
  deploymentTransitions,
} from './state.js';

/** The filters of a list. */
export interface DeploymentFilter {
  /** All but deleted ones if absent. */
  readonly statuses?: readonly DeploymentStatus[] | undefined;
  readonly venue?: string | undefined;
  readonly framework?: string | undefined;
  readonly mode?: string | undefined;
}

const LEASE_MS = 60_000;
const MOVES_MAX = 5;

/** The states that count against an account's limit. */
const COUNTED: readonly DeploymentStatus[] = ['starting', 'running', 'stopping'];

/** The states in which nothing of it is needed any more. */
const GONE: readonly DeploymentStatus[] = ['deleting', 'deleted'];

/** What a move writes besides the status. */
export type Fields = Partial<Omit<DeploymentRecord, '_id' | 'status' | 'accountId'>>;

/** What is written together with a move. */
interface Change {
  readonly fields?: Fields;
  readonly unset?: readonly (keyof Fields)[];
  /** Whether the mover held the deployment, and holds it no more. */
  readonly releases?: boolean;
  /** The caller's transaction, where there is one. */
  readonly session?: ClientSession;
  /** The end that the mover saw: nothing moves where its owner has given it another one since. */
  readonly ends?: End;
}

/** When a deployment's time is over, and what happens then. */
type End = Pick<DeploymentRecord, 'aliveUntil' | 'onExpiry'>;

/** The deployments of accounts. */
export class DeploymentStore {
  readonly flow: FlowStore<DeploymentRecord, DeploymentStatus, DeploymentEvent, never>;
  /** Those of the older platform, which nothing but reads by id finds. */
  readonly legacy: LegacyDeployments;
  readonly #records: ReturnType<typeof deploymentModel>;
  readonly #strategies: ReturnType<typeof deploymentStrategyModel>;
  readonly #turns: Turns;

  constructor(
    private readonly connection: Connection,
    readonly node: string,
    private readonly clock: Clock,
    /** Of the instance that works: several do where the node is a cluster. */
    owner = node,
  ) {
    this.legacy = new LegacyDeployments(connection);
    this.#records = deploymentModel(connection);
    this.#strategies = deploymentStrategyModel(connection);
    this.#turns = new Turns(connection, 'deployment_turns');
    this.flow = new FlowStore<DeploymentRecord, DeploymentStatus, DeploymentEvent, never>(
      this.#records,
      deploymentFlow,
      {
        owner,
        leaseMs: LEASE_MS,
        clock,
        scope: { node },
      },
    );
  }

  /** Makes the indexes; without the unique one two deployments could have one name. */
  async initialize(): Promise<void> {
    await this.#records.createIndexes();
  }

  /** Takes an account's turn, in the caller's transaction: what it may keep and run is counted by one at a time, of all processes. */
  takeTurn(accountId: string, session: ClientSession): Promise<void> {
    return this.#turns.take(accountId, session);
  }

  /** Runs a transaction in an account's turn; it may run again, and writes by its session alone. */
  inTurn<Result>(accountId: string, work: (session: ClientSession) => Promise<Result>): Promise<Result> {
    return inTransaction(this.connection, async (session) => {
      await this.takeTurn(accountId, session);
      return work(session);
    });
  }

  /** Stores a new deployment, in the caller's transaction. Throws `name_taken`. */
  async insert(record: DeploymentRecord, strategy: DeploymentStrategy, session: ClientSession): Promise<void> {
    await this.#strategies.create([strategy], { session });
    try {
      await this.#records.create([record], { session });
    } catch (error) {
      if (isDuplicateKey(error)) throw new PlatformError('name_taken', { cause: error });
      throw error;
    }
  }

  /** Returns the account's deployments among these ids, in the caller's order, deleted ones too. */
  async findMany(accountId: string, ids: readonly string[], session?: ClientSession): Promise<DeploymentRecord[]> {
    const wanted = this.#records.find({ _id: { $in: ids }, accountId }).session(session ?? null);
    const found = await wanted.lean<DeploymentRecord[]>();
    const byId = new Map(found.map((record) => [record._id, record]));
    return ids.flatMap((wanted) => byId.get(wanted) ?? []);
  }

  /** Returns one of the account's deployments. Throws `deployment_not_found`, and `unsupported_runtime_record` of one of the older platform. */
  async get(accountId: string, id: string, session?: ClientSession): Promise<DeploymentRecord> {
    const [found] = await this.findMany(accountId, [id], session);
    return found ?? this.legacy.refuse(accountId, id);
  }

  /** Returns up to `limit` of the account's deployments that match `older`, newest first; deleted ones where that status is asked for. */
  async list(
    accountId: string,
    { statuses, venue, framework, mode }: DeploymentFilter,
    { older, limit }: { older: object; limit: number },
  ): Promise<DeploymentRecord[]> {
    const query: Readonly<Record<string, unknown>> = {
      accountId,
      status: { $in: statuses ?? deploymentStatuses.filter((each) => each !== 'deleted') },
      ...(venue === undefined ? {} : { venue }),
      ...(framework === undefined ? {} : { 'framework.id': framework }),
      ...(mode === undefined ? {} : { mode }),
      ...older,
    };
    return this.#records.find(query).sort(creationOrder).limit(limit).lean<DeploymentRecord[]>();
  }

  /** Returns what a deployment runs; undefined once it is deleted. */
  async strategyOf(id: string): Promise<DeploymentStrategy | undefined> {
    return (await this.#strategies.findById(id).lean<DeploymentStrategy>()) ?? undefined;
  }

  /** Returns what deployments of an account among these ids run, in the caller's order, without deleted ones. */
  async strategiesOf(accountId: string, ids: readonly string[]): Promise<DeploymentStrategy[]> {
    const own = (await this.findMany(accountId, ids)).map(({ _id }) => _id);
    const found = await this.#strategies.find({ _id: { $in: own } }).lean<DeploymentStrategy[]>();
    const byId = new Map(found.map((strategy) => [strategy._id, strategy]));
    return own.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns how many deployments of an account run, or are about to. */
  async countRunning(accountId: string, session?: ClientSession): Promise<number> {
    return this.#records.countDocuments({ accountId, status: { $in: COUNTED } }).session(session ?? null);
  }

  /** Returns an account's deployments that are not deleted, newest first: as many as it may keep. */
  async kept(accountId: string, session?: ClientSession): Promise<DeploymentRecord[]> {
    const query = { accountId, status: { $ne: 'deleted' as const } };
    return this.#records
      .find(query)
      .sort(creationOrder)
      .session(session ?? null)
      .lean<DeploymentRecord[]>();
  }

  /** Returns the accounts with deployments of a node that are not deleted. */
  async accountsOn(node: string): Promise<string[]> {
    return this.#records.distinct('accountId', { node, status: { $ne: 'deleted' } });
  }

  /** Has another node look after a deployment from now on; one that holds it meanwhile holds it no more. */
  async moveTo(
    { _id }: Pick<DeploymentRecord, '_id'>,
    fields: Pick<DeploymentRecord, 'node' | 'tradesBefore'>,
    session: ClientSession,
  ): Promise<void> {
    const stages = [releaseLease(), ...setStages(fields)];
    await this.#records.updateOne({ _id }, stages, { updatePipeline: true, session });
  }

  /** Returns how many of an account's deployments are not deleted. */
  async countKept(accountId: string, session?: ClientSession): Promise<number> {
    return this.#records.countDocuments({ accountId, status: { $ne: 'deleted' } }).session(session ?? null);
  }

  /** Returns the live deployments of a deployment's account at its venue that run, or are about to: they share its proxy. */
  async liveNeighbours(
    { accountId, venue }: Pick<DeploymentRecord, 'accountId' | 'venue'>,
    session?: ClientSession,
  ): Promise<DeploymentRecord[]> {
    const query = { accountId, venue, mode: 'live' as const, status: { $in: COUNTED } };
    const found = this.#records
      .find(query)
      .sort({ _id: 1 })
      .session(session ?? null);
    return found.lean<DeploymentRecord[]>();
  }

  /** Returns whether another live deployment of the account needs the agent that this one trades by. */
  async sharesCredential({
    _id,
    accountId,
    venue,
  }: Pick<DeploymentRecord, '_id' | 'accountId' | 'venue'>): Promise<boolean> {
    const others = { _id: { $ne: _id }, accountId, venue, mode: 'live' as const };
    return (await this.#records.exists({ ...others, status: { $nin: GONE } })) !== null;
  }

  /** Returns the deployments of this node of which a process runs, or should. */
  async live(): Promise<DeploymentRecord[]> {
    return this.#records.find({ node: this.node, status: { $in: boundStatuses } }).lean<DeploymentRecord[]>();
  }

  /**
   * Moves a deployment as it was read by an event; returns undefined, and changes nothing, when it has moved since. A worker that holds it
   * finishes its turn first, and the next one does what the new state wants. Throws for an event that can't happen in its state.
   */
  async move(
    seen: Pick<DeploymentRecord, '_id' | 'status' | 'generation'>,
    event: DeploymentEvent,
    change: Change = {},
  ): Promise<DeploymentRecord | undefined> {
    const { to } = deploymentTransitions.of(seen.status, event);
    const moved = await this.#records
      .findOneAndUpdate({ ...asSeen(seen), ...(change.ends && withEnd(change.ends)) }, this.#update(to, change), {
        returnDocument: 'after',
        updatePipeline: true,
        session: change.session ?? null,
      })
      .lean<DeploymentRecord>();
    return moved ?? undefined;
  }

  /**
   * Moves an account's deployment by an event, whatever moves it meanwhile; `allows` sees it as it then is, and throws where it may not.
   * Throws `deployment_not_found`.
   */
  async moveOwn(
    accountId: string,
    id: string,
    decide: (record: DeploymentRecord) => ({ readonly event: DeploymentEvent } & Change) | undefined,
  ): Promise<DeploymentRecord> {
    for (let attempt = 0; attempt < MOVES_MAX; attempt += 1) {
      const seen = await this.get(accountId, id);
      const wanted = decide(seen);
      if (wanted === undefined) return seen;
      const moved = await this.move(seen, wanted.event, wanted);
      if (moved !== undefined) return moved;
    }
    throw new PlatformError('service_unavailable', { message: 'The deployment keeps changing. Repeat the request.' });
  }

  /** Changes fields of a deployment as it was read; returns undefined where it has moved, or got another end, since. Throws `name_taken`. */
  async change(
    seen: DeploymentRecord,
    fields: Fields,
    unset: readonly (keyof Fields)[] = [],
  ): Promise<DeploymentRecord | undefined> {
    try {
      const changed = await this.#records
        .findOneAndUpdate({ ...asSeen(seen), ...withEnd(seen) }, [...setStages(fields), ...unsetStages(unset)], {
          returnDocument: 'after',
          updatePipeline: true,
        })
        .lean<DeploymentRecord>();
      return changed ?? undefined;
    } catch (error) {
      if (isDuplicateKey(error)) throw new PlatformError('name_taken', { cause: error });
      throw error;
    }
  }

  /** Writes what bots said of themselves; one that belongs to another start by now is left alone. */
  async note(
    observed: readonly { readonly id: string; readonly generation: number; readonly fields: Fields }[],
  ): Promise<void> {
    if (observed.length === 0) return;
    await this.#records.bulkWrite(
      observed.map(({ id, generation, fields }) => ({
        updateOne: { filter: { _id: id, generation }, update: { $set: fields } },
      })),
      { ordered: false },
    );
  }

  /** Forgets what a deleted deployment ran. */
  async forgetStrategy(id: string): Promise<void> {
    await this.#strategies.deleteOne({ _id: id });
  }

  /** Removes for good what was deleted before an instant; returns how many. */
  async purge(deletedBefore: Date): Promise<number> {
    return (await this.#records.deleteMany({ deletedAt: { $lt: deletedBefore } })).deletedCount;
  }

  #update(to: DeploymentStatus, { fields = {}, unset = [], releases = false }: Change): PipelineStage.Set[] {
    const due = this.flow.worked.includes(to) ? { dueAt: this.clock.now() } : { dueAt: '$$REMOVE' };
    const state = { status: to, turns: 0, failures: 0, ...due };
    return [{ $set: state }, ...(releases ? [releaseLease()] : []), ...setStages(fields), ...unsetStages(unset)];
  }
}

function asSeen({ _id, status, generation }: Pick<DeploymentRecord, '_id' | 'status' | 'generation'>) {
  return { _id, status, generation };
}

function withEnd({ aliveUntil, onExpiry }: End) {
  return { aliveUntil: aliveUntil ?? { $exists: false }, onExpiry };
}

/** MongoDB must not read a text that starts with a dollar as an expression. */
function setStages(fields: Fields): PipelineStage.Set[] {
  const literals = Object.entries(fields).map(([name, value]) => [name, { $literal: value }]);
  return literals.length === 0 ? [] : [{ $set: Object.fromEntries(literals) }];
}

function unsetStages(names: readonly string[]): PipelineStage.Set[] {
  return names.length === 0 ? [] : [{ $set: Object.fromEntries(names.map((name) => [name, '$$REMOVE'])) }];
}
