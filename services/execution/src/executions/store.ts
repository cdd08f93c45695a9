import { FlowStore, type HeldFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { MicroUsdc } from '@platform/kit/money';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { IdentifiedAction } from '@platform/venues/native-actions';
import { DailyRoom } from './daily-room.js';
import { executionFlow, type FlowState, settlementFlow } from './flow.js';
import { type ExecutionRecord, executionModel } from './model.js';
import { type Move, type SettlementMove, writtenBy } from './moves.js';
import { type ExecutionEffect, type ExecutionEvent, executionTransitions } from './states.js';

/** Longer than signing and sending together may take. */
const LEASE_MS = 30_000;

/** A record that only this process may move while its lease lasts. */
export type HeldExecution = HeldFlow<ExecutionRecord, FlowState>;

/** Ends a transaction whose key is taken. */
class KeyTaken extends Error {}

/** A record to be claimed. */
export type ExecutionDraft = Omit<ExecutionRecord, 'status' | 'createdAt' | 'dueAt' | 'turns' | 'failures' | 'lease'>;

/** Claims executions and moves them; each move is one update, fenced by the lease's epoch. */
export class ExecutionStore {
  /** For the background worker. */
  readonly flow: FlowStore<ExecutionRecord, FlowState, ExecutionEvent, ExecutionEffect>;
  /** For the worker that reads how far trades are settled. */
  readonly settlements: FlowStore<ExecutionRecord, FlowState, ExecutionEvent, ExecutionEffect>;
  readonly #records: ReturnType<typeof executionModel>;
  readonly #room: DailyRoom;

  /** `owner` outlives a restart of the process, so that the process finds what it held before. */
  constructor(
    private readonly connection: Connection,
    private readonly clock: Clock,
    owner: string,
  ) {
    this.#records = executionModel(connection);
    this.#room = new DailyRoom(connection);
    const options = { owner, leaseMs: LEASE_MS, clock };
    this.flow = new FlowStore<ExecutionRecord, FlowState, ExecutionEvent, ExecutionEffect>(
      this.#records,
      executionFlow,
      options,
    );
    this.settlements = new FlowStore<ExecutionRecord, FlowState, ExecutionEvent, ExecutionEffect>(
      this.#records,
      settlementFlow,
      options,
    );
  }

  /** Returns the record under an account's key. */
  async findByKey(accountId: string, idempotencyKey: string): Promise<ExecutionRecord | undefined> {
    return (await this.#records.findOne({ accountId, idempotencyKey }).lean<ExecutionRecord>()) ?? undefined;
  }

  /**
   * Claims a key; returns undefined when the key is taken. `maximum`: the daily limit that the draft's use counts against, in the same
   * transaction; throws `mandate_exceeded` where it is passed, and stores nothing.
   */
  async claim(draft: ExecutionDraft, maximum?: MicroUsdc): Promise<HeldExecution | undefined> {
    const now = this.clock.now();
    const record = { ...draft, status: 'claimed', createdAt: now, dueAt: now } as const;
    const { mandateUse: use } = draft;
    if (use === undefined || maximum === undefined) return this.flow.claim(record);
    try {
      return await inTransaction(this.connection, async (session) => {
        await this.#room.takeTurn(use, session);
        const held = await this.flow.claim(record, session);
        if (held === undefined) throw new KeyTaken();
        await this.#room.require(use, maximum, session);
        return held;
      });
    } catch (error) {
      if (error instanceof KeyTaken) return undefined;
      throw error;
    }
  }

  /** Moves the record and returns it; returns undefined, and changes nothing, when this process no longer holds it. */
  async move(held: HeldExecution, move: Move): Promise<HeldExecution | undefined> {
    const { to, effects } = executionTransitions.of(held.state, move.event);
    if (to === 'released') return this.flow.remove(held, move.event);
    const set = writtenBy(effects, move, this.clock.now());
    // The process that had it signed also sends it.
    return this.flow.move(held, move.event, { set, keep: to === 'submitting' });
  }

  /**
   * Makes the look-ups of an account's undecided executions due at an instant at the latest. `restarts`: the pauses between them begin with the
   * first one again.
   */
  async hasten(
    { venue, accountAddress }: Pick<ExecutionRecord, 'venue' | 'accountAddress'>,
    at: Date,
    restarts: boolean,
  ): Promise<void> {
    const later = { status: 'reconciling', dueAt: { $gt: at }, venue, accountAddress } as const;
    await this.#records.updateMany(later, { $set: { dueAt: at, ...(restarts && { turns: 0 }) } });
  }

  /** Records how far an accepted execution's trades are settled; changes nothing when this process no longer holds it. */
  async settle(held: HeldExecution, move: SettlementMove): Promise<void> {
    const { effects } = executionTransitions.of(held.state, move.event);
    await this.settlements.move(held, move.event, { set: writtenBy(effects, move, this.clock.now()) });
  }
}

/** Returns the action of a record in the form that venues know. */
export function identifiedAction({ _id, accountId, accountAddress, intent }: ExecutionRecord): IdentifiedAction {
  const { actionJson, expiresAfterMs } = intent;
  return { executionId: _id, accountId, accountAddress, actionJson, expiresAfterMs };
}
