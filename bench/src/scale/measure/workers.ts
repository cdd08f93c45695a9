import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf, descendantsOf } from '../../backtest/workers.js';
import { statOf } from '../../processes.js';

const LOOK_INTERVAL_MS = 100;
const TICKS_A_SECOND = 100;
/** In the command of a process that holds bots. */
const HOLDS_BOTS = 'bot-shim';
/** Indices of the kernel's fields of a process, after its name. */
const [USER, SYSTEM] = [11, 12];

/**
 * Adds up the processor time of processes that come and go below one: what a process has used was last seen a moment before its end, and
 * one whose parent ends first is counted too. Bots, which the runtime service starts as well, are counted elsewhere.
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
    const children = childrenOf(this.processId).filter((id) => !holdsBots(id));
    const present = new Set([...children, ...children.flatMap(descendantsOf)]);
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

function holdsBots(processId: number): boolean {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').includes(HOLDS_BOTS);
  } catch {
    // It has ended.
    return false;
  }
}
