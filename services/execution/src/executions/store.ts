import { FlowStore, type HeldFlow } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { IdentifiedAction } from '@platform/venues/native-actions';
import { executionFlow, type FlowState } from './flow.js';
import { type ExecutionRecord, executionModel } from './model.js';
import { type Move, writtenBy } from './moves.js';
import { type ExecutionEffect, type ExecutionEvent, executionTransitions } from './states.js';

/** Longer than signing and sending together may take. */
const LEASE_MS = 30_000;

/** A record that only this process may move while its lease lasts. */
export type HeldExecution = HeldFlow<ExecutionRecord, FlowState>;

/** A record to be claimed. */
export type ExecutionDraft = Omit<ExecutionRecord, 'status' | 'createdAt' | 'dueAt' | 'turns' | 'failures' | 'lease'>;

/** Claims executions and moves them; each move is one update, fenced by the lease's epoch. */
export class ExecutionStore {
  /** For the background worker. */
  readonly flow: FlowStore<ExecutionRecord, FlowState, ExecutionEvent, ExecutionEffect>;
  readonly #records: ReturnType<typeof executionModel>;

  /** `owner` outlives a restart of the process, so that the process finds what it held before. */
  constructor(
    connection: Connection,
    private readonly clock: Clock,
    owner: string,
  ) {
    this.#records = executionModel(connection);
    this.flow = new FlowStore<ExecutionRecord, FlowState, ExecutionEvent, ExecutionEffect>(
      this.#records,
      executionFlow,
      { owner, leaseMs: LEASE_MS, clock },
    );
  }

  /** Returns the record under an account's key. */
  async findByKey(accountId: string, idempotencyKey: string): Promise<ExecutionRecord | undefined> {
    return (await this.#records.findOne({ accountId, idempotencyKey }).lean<ExecutionRecord>()) ?? undefined;
  }

  /** Claims a key; returns undefined when the key is taken. */
  async claim(draft: ExecutionDraft): Promise<HeldExecution | undefined> {
    const now = this.clock.now();
    return this.flow.claim({ ...draft, status: 'claimed', createdAt: now, dueAt: now });
  }

  /** Moves the record and returns it; returns undefined, and changes nothing, when this process no longer holds it. */
  async move(held: HeldExecution, move: Move): Promise<HeldExecution | undefined> {
    const { to, effects } = executionTransitions.of(held.state, move.event);
    if (to === 'released') return this.flow.remove(held, move.event);
    const set = writtenBy(effects, move, this.clock.now());
    // The process that had it signed also sends it.
    return this.flow.move(held, move.event, { set, keep: to === 'submitting' });
  }
}

/** Returns the action of a record in the form that venues know. */
export function identifiedAction({ _id, accountId, accountAddress, intent }: ExecutionRecord): IdentifiedAction {
  const { actionJson, expiresAfterMs } = intent;
  return { executionId: _id, accountId, accountAddress, actionJson, expiresAfterMs };
}
