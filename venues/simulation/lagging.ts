import type { Clock } from '@platform/kit/clock';
import type { Journal, Written } from './journal.js';

interface Pending {
  readonly atMs: number;
  readonly written: readonly Written[];
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
