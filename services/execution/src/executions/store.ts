import type { Clock } from '@platform/clock';
import { heldBy, type Lease, takeLease, unleased } from '@platform/leases';
import { type Connection, isDuplicateKey } from '@platform/mongo';
import type { IdentifiedAction } from '../venues/venue.js';
import { type ExecutionRecord, executionModel } from './model.js';
import { type Move, stageOf } from './moves.js';
import { transitionOf } from './states.js';

/** Longer than signing and sending together may take. */
const LEASE_MS = 30_000;
const IN_FLIGHT = ['claimed', 'submitting', 'reconciling'] as const;

/** A record that this process, and while its lease lasts nobody else, may move. */
export interface HeldExecution {
  readonly record: ExecutionRecord;
  readonly lease: Lease;
}

/** A record to be claimed. */
export type ExecutionDraft = Omit<ExecutionRecord, 'status' | 'createdAt' | 'lookUps' | 'lease'>;

/** Claims executions and moves them; each move is one update, fenced by the lease's epoch. */
export class ExecutionStore {
  readonly #records: ReturnType<typeof executionModel>;

  /** `owner` outlives a restart of the process, so that it finds what it held before. */
  constructor(
    connection: Connection,
    private readonly clock: Clock,
    private readonly owner: string,
  ) {
    this.#records = executionModel(connection);
  }

  /** The record under an account's key. */
  async findByKey(accountId: string, idempotencyKey: string): Promise<ExecutionRecord | undefined> {
    return (await this.#records.findOne({ accountId, idempotencyKey }).lean<ExecutionRecord>()) ?? undefined;
  }

  /** Claims a key; undefined when somebody else has it. */
  async claim(draft: ExecutionDraft): Promise<HeldExecution | undefined> {
    const { _id, ...fields } = { ...draft, status: 'claimed', createdAt: this.clock.now(), lookUps: 0 };
    const literals = Object.entries(fields).map(([name, value]) => [name, { $literal: value }]);
    try {
      const record = await this.#records
        .findOneAndUpdate({ _id }, [{ $set: Object.fromEntries(literals) }, takeLease(this.owner, LEASE_MS)], {
          upsert: true,
          returnDocument: 'after',
          updatePipeline: true,
        })
        .orFail()
        .lean<ExecutionRecord>();
      return held(record);
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /** The record as it is after the move; undefined, and nothing changed, when it is no longer this process's. */
  async move({ record, lease }: HeldExecution, move: Move): Promise<ExecutionRecord | undefined> {
    const transition = transitionOf(record.status, move.event);
    if (transition === undefined) throw new Error(`an execution that is ${record.status} can not be ${move.event}`);
    const guard = { _id: record._id, status: record.status, ...heldBy(lease) };
    if (transition.to === 'released') {
      return (await this.#records.findOneAndDelete(guard).lean<ExecutionRecord>()) ?? undefined;
    }
    const moved = await this.#records
      .findOneAndUpdate(guard, [stageOf(transition, move, this.clock.now())], {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<ExecutionRecord>();
    return moved ?? undefined;
  }

  /** Takes a record that waits for a look-up, or whose holder went silent; undefined when there is none. */
  async takeDue(): Promise<HeldExecution | undefined> {
    const due = { status: { $in: IN_FLIGHT }, lookUpAt: { $not: { $gt: this.clock.now() } }, ...unleased() };
    const record = await this.#records
      .findOneAndUpdate(due, [takeLease(this.owner, LEASE_MS)], {
        sort: { lookUpAt: 1 },
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<ExecutionRecord>();
    return record === null ? undefined : held(record);
  }

  /** Frees what this process held before it was restarted. Call it before the first claim. */
  async freeOwn(): Promise<number> {
    const inFlight = { status: { $in: IN_FLIGHT }, 'lease.owner': this.owner };
    const { modifiedCount } = await this.#records.updateMany(inFlight, { $set: { 'lease.expiresAt': new Date(0) } });
    return modifiedCount;
  }
}

function held(record: ExecutionRecord): HeldExecution {
  if (!record.lease) throw new Error(`${record._id} was taken without a lease`);
  return { record, lease: { owner: record.lease.owner, epoch: record.lease.epoch } };
}

/** The action of a record, as venues know it. */
export function identifiedAction({ _id, accountId, accountAddress, intent }: ExecutionRecord): IdentifiedAction {
  const { actionJson, expiresAfterMs } = intent;
  return { executionId: _id, accountId, accountAddress, actionJson, expiresAfterMs };
}
