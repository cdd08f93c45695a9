import type { Clock } from '@platform/kit/clock';
import type { Journal, Written } from './journal.js';

interface Pending {
  readonly atMs: number;
  readonly written: readonly Written[];
}

/** Where reads may lag. */
interface NodesOptions<State> {
  /** Opens the state that a journal has. */
  readonly open: (journal: Journal) => State;
  /** How late the lagging node learns of a change; 0: there is none. */
  readonly lagMs: number;
  readonly clock: Clock;
}

/** Returns what picks the node of a read: every second one is answered by the lagging node, where there is one. */
export function nodesOf<State extends { readonly journal: Journal }>(
  state: State,
  { open, lagMs, clock }: NodesOptions<State>,
): () => State {
  if (lagMs === 0) return () => state;
  const lagging = new LaggingState(state.journal, lagMs, clock);
  let reads = 0;
  return () => (reads++ % 2 === 1 ? open(lagging.journal()) : state);
}

/** The state of a node that learns each change some time after it was made. */
export class LaggingState {
  readonly #journal: Journal;
  #pending: Pending[] = [];

  constructor(
    origin: Journal,
    private readonly lagMs: number,
    private readonly clock: Clock,
  ) {
    this.#journal = origin.copy();
    origin.onWritten((written) => this.#pending.push({ atMs: clock.nowMs(), written }));
  }

  /** Returns its current state, for reading. */
  journal(): Journal {
    const untilMs = this.clock.nowMs() - this.lagMs;
    const due = this.#pending.filter(({ atMs }) => atMs <= untilMs);
    this.#pending = this.#pending.slice(due.length);
    for (const { sql, values } of due.flatMap(({ written }) => written)) this.#journal.run(sql, ...values);
    return this.#journal;
  }
}
