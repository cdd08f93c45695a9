import type { Turn } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { ExecutionVenue, Finding } from '@platform/venues/native-actions';
import type { ExecutionRecord } from '../executions/model.js';
import { acceptedMove, type Move } from '../executions/moves.js';
import { type ExecutionStore, type HeldExecution, identifiedAction } from '../executions/store.js';
import { refusedResult } from '../results/sanitize.js';
import type { AccountHints } from './account-hints.js';

/** The time between two reads that together disprove an execution: longer than a venue's reads lag its writes. */
const READINGS_APART_MS = 5_000;

/** The parts that the reconciler works with. */
export interface ReconcilerParts {
  readonly store: ExecutionStore;
  readonly venues: ReadonlyMap<string, ExecutionVenue>;
  /** Says when to look earlier than the pauses between look-ups would. */
  readonly hints: Pick<AccountHints, 'countOf' | 'afterLook'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Finds the outcome of executions without an answer, also after the death of the process that sent them. It sends nothing: a record is no
 * proof that its user asked for it.
 */
export class Reconciler {
  constructor(private readonly parts: ReconcilerParts) {}

  /** Moves an execution on by what the venue shows of it. Rejects when the venue or the wallets can't be reached now. */
  async advance(held: HeldExecution): Promise<Turn> {
    const { record } = held;
    const { store, hints } = this.parts;
    const before = hints.countOf(record);
    const move = await this.#moveOf(held);
    if (move === undefined)
      return { kind: 'waiting', until: nextLook(record), between: hints.afterLook(record, before) };
    await store.move(held, move);
    const { _id: execution } = record;
    this.parts.logger.info({ execution, from: held.state, event: move.event }, 'execution reconciled');
    return { kind: 'done' };
  }

  /** Returns the move that is proved; undefined while nothing is. */
  async #moveOf({ state, record }: HeldExecution): Promise<Move | undefined> {
    // Nothing was sent: its identity is stored before it is.
    if (state === 'claimed') return { event: 'abandoned' };
    if (state === 'submitting') return { event: 'left_unknown' };
    const isOverdue = record.intent.reconcileUntil <= this.parts.clock.now();
    const finding = await this.#lookUp(record).catch((error: unknown) => {
      if (!isOverdue) throw error;
      return { kind: 'undecided' } as const;
    });
    switch (finding.kind) {
      case 'accepted':
        return acceptedMove(this.parts.venues.get(record.venue), finding);
      case 'refused':
        return { event: 'refused', resultJson: refusedResult(finding.answer) };
      case 'unseen':
        return this.#unseen(record, isOverdue);
      case 'undecided':
        return isOverdue ? { event: 'given_up' } : undefined;
    }
  }

  /**
   * Returns the move for an execution that the venue does not show. One read proves nothing, since reads may lag: a second read, some
   * seconds later, must agree.
   */
  #unseen({ unseenAt }: ExecutionRecord, isOverdue: boolean): Move | undefined {
    if (unseenAt === undefined) return { event: 'unseen' };
    if (this.parts.clock.nowMs() - unseenAt.getTime() >= READINGS_APART_MS) return { event: 'disproved' };
    return isOverdue ? { event: 'given_up' } : undefined;
  }

  async #lookUp(record: ExecutionRecord): Promise<Finding> {
    const venue = this.parts.venues.get(record.venue);
    if (venue === undefined || record.identity === undefined) return { kind: 'undecided' };
    return venue.lookUp(identifiedAction(record), record.identity);
  }
}

/** Returns the latest time of the next look-up: when two reads are far enough apart, or when the time for look-ups is over. */
function nextLook({ unseenAt, intent }: ExecutionRecord): Date {
  const secondMs = unseenAt === undefined ? Number.POSITIVE_INFINITY : unseenAt.getTime() + READINGS_APART_MS;
  return new Date(Math.min(secondMs, intent.reconcileUntil.getTime()));
}
