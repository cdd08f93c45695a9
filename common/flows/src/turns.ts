import type { Clock, Random } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import { type Backoff, backoffMs } from './backoff.js';
import type { FlowFields } from './records.js';
import type { HeldFlow } from './store.js';

/**
 * The outcome of a turn. `done`: the operation moved, or another process has it. `waiting`: nothing has happened yet; the next turn comes
 * after a pause, `between` turns in place of the flow's own where it is said, and at `until` at the latest.
 */
export type Turn =
  | { readonly kind: 'done' }
  | { readonly kind: 'waiting'; readonly until?: Date; readonly between?: Backoff | undefined };

/** Between turns that fail, and where a domain says nothing else, between those that find nothing to do. */
const DOUBLING: Backoff = { firstMs: 500, maxMs: 15_000, factor: 2 };

/** The part of a store that turns use. Moves are made by the domain through its store. */
interface DueOperations<Operation extends FlowFields & { readonly _id: string }, State extends string> {
  readonly name: string;
  readonly worked: readonly State[];
  readonly definition: { readonly lanes: { readonly [Worked in State]?: number } };
  hasWork(): Promise<boolean>;
  takeDue(states: readonly State[]): Promise<HeldFlow<Operation, State> | undefined>;
  postpone(held: HeldFlow<Operation, State>, dueAt: Date, hasFailed: boolean): Promise<void>;
  recover(): Promise<number>;
  hurry(after: Date): Promise<number>;
}

/** The dependencies of turns. */
export interface TurnsParts<Operation extends FlowFields & { readonly _id: string }, State extends string> {
  readonly store: DueOperations<Operation, State>;
  /** Checks what has happened to an operation and moves it, once. */
  advance(held: HeldFlow<Operation, State>): Promise<Turn>;
  /** Between turns that find nothing to do. */
  readonly waiting?: Backoff;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The turns of one kind of operation: each one tries to move one operation on, and schedules its next turn. */
export class FlowTurns<Operation extends FlowFields & { readonly _id: string }, State extends string> {
  constructor(readonly parts: TurnsParts<Operation, State>) {}

  /** Runs the turn of a held operation. Never rejects: a failure is logged, and retried with a growing backoff. */
  async give(held: HeldFlow<Operation, State>): Promise<void> {
    const { store, logger } = this.parts;
    try {
      const turn = await this.#advance(held);
      if (turn.kind === 'failed') await store.postpone(held, this.#after(DOUBLING, held.record.failures), true);
      if (turn.kind === 'waiting') await store.postpone(held, this.#nextLook(held, turn), false);
    } catch (error) {
      // Its lease expires, and the operation is taken again.
      logger.warn({ err: error, flow: store.name, operation: held.record._id }, 'an operation could not be given back');
    }
  }

  async #advance(held: HeldFlow<Operation, State>): Promise<Turn | { readonly kind: 'failed' }> {
    const { store, logger, advance } = this.parts;
    try {
      return await advance(held);
    } catch (error) {
      const { _id: operation, failures = 0 } = held.record;
      const names = { flow: store.name, operation, state: held.state, failures: failures + 1 };
      logger.warn({ err: error, ...names }, 'an operation could not be advanced');
      return { kind: 'failed' };
    }
  }

  #nextLook(
    { record }: HeldFlow<Operation, State>,
    { until, between }: Extract<Turn, { readonly kind: 'waiting' }>,
  ): Date {
    const { clock, waiting = DOUBLING } = this.parts;
    const next = this.#after(between ?? waiting, record.turns);
    return until !== undefined && until > clock.now() && until < next ? until : next;
  }

  #after(backoff: Backoff, earlier = 0): Date {
    return new Date(this.parts.clock.nowMs() + backoffMs(backoff, earlier, this.parts.random));
  }
}
