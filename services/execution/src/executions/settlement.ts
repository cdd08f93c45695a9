import { type OperatorDecision, requireEvidence } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { acceptedResult, refusedResult } from '../results/sanitize.js';
import { type ExecutionRecord, executionModel } from './model.js';
import { type Move, writtenBy } from './moves.js';
import { executionTransitions } from './states.js';
import { ExecutionStore } from './store.js';

/** Holds no execution: executions that wait for an operator have no holder. */
const OPERATOR = 'operator';
/** The result that the owner of an execution sees in place of the venue's answer. */
const RESULT = { settled_by: 'operator' };

/** The verdicts that an operator may give. */
export const verdicts = ['succeeded', 'rejected', 'failed', 'resume'] as const;
export type Verdict = (typeof verdicts)[number];

const moves: Readonly<Record<Verdict, Move>> = {
  succeeded: { event: 'accepted', resultJson: acceptedResult(RESULT) },
  rejected: { event: 'refused', resultJson: refusedResult(RESULT) },
  failed: { event: 'disproved' },
  resume: { event: 'resumed' },
};

/** What an operator does with executions whose outcome was not proved in time. Nothing here sends anything. */
export class Settlement {
  readonly #executions: ReturnType<typeof executionModel>;
  readonly #store: ExecutionStore;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
    /** How long a resumed execution is looked up before it waits again. */
    private readonly reconciliationMs: number,
  ) {
    this.#executions = executionModel(connection);
    this.#store = new ExecutionStore(connection, clock, OPERATOR);
  }

  /** Returns the executions that wait for an operator, oldest first. */
  waiting(): Promise<ExecutionRecord[]> {
    return this.#executions
      .find({ status: 'reconciliation_required' })
      .sort({ createdAt: 1 })
      .lean<ExecutionRecord[]>();
  }

  /**
   * Ends a waiting execution, or resumes its look-ups; the decision is stored in the same write. Throws for an execution that does not
   * wait, and without evidence.
   */
  async settle(id: string, verdict: Verdict, by: Pick<OperatorDecision, 'evidence' | 'operator'>): Promise<void> {
    requireEvidence(by);
    const record = (await this.#executions.findById(id))?.toObject<ExecutionRecord>();
    if (record === undefined) throw new Error(`there is no execution ${id}`);
    if (record.status !== 'reconciliation_required')
      throw new Error(`execution ${id} waits for nobody: it is ${record.status}`);
    const move = moves[verdict];
    const now = this.clock.now();
    const { effects } = executionTransitions.of(record.status, move.event);
    const decision = { event: move.event, ...by, at: now };
    const reconcileUntil = new Date(now.getTime() + this.reconciliationMs);
    const set: Partial<ExecutionRecord> = {
      ...writtenBy(effects, move, now),
      ...(verdict === 'resume' && { intent: { ...record.intent, reconcileUntil } }),
      decisions: [...(record.decisions ?? []), decision],
    };
    const unset = verdict === 'resume' ? (['unseenAt'] as const) : [];
    const decided = await this.#store.flow.decide(record, move.event, { set, unset });
    if (decided === undefined) throw new Error(`execution ${id} has changed meanwhile`);
  }
}
