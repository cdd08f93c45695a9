import { setTimeout as wait } from 'node:timers/promises';
import { descendantsOf } from '../../backtest/workers.js';
import { statOf } from '../../processes.js';

const LOOK_INTERVAL_MS = 100;
const TICKS_A_SECOND = 100;
/** Indices of the kernel's fields of a process, after its name. */
const [USER, SYSTEM] = [11, 12];

/**
 * Adds up the processor time of processes that come and go below one: what a process has used was last seen a moment before its end, and
 * one whose parent ends first is counted too.
 */
export class ComingAndGoing implements AsyncDisposable {
  readonly #ended = new AbortController();
  readonly #seen = new Map<number, number>();
  readonly #followed: Promise<void>;
  #gone = 0;

  constructor(private readonly processId: number) {
    this.#followed = this.#follow();
  }

  /** The processor seconds of all of them so far. */
  get seconds(): number {
    return [...this.#seen.values()].reduce((sum, each) => sum + each, this.#gone);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#followed;
  }

  async #follow(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await this.#look();
      await wait(LOOK_INTERVAL_MS);
    }
  }

  async #look(): Promise<void> {
    const present = new Set(descendantsOf(this.processId));
    for (const [id, seconds] of this.#seen) {
      if (present.has(id)) continue;
      this.#gone += seconds;
      this.#seen.delete(id);
    }
    for (const id of present) {
      // It has ended meanwhile.
      const fields = await statOf(id).catch(() => undefined);
      if (fields !== undefined) this.#seen.set(id, (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS_A_SECOND);
    }
  }
}
