import type { Clock } from '@platform/kit/clock';

const SECOND_MS = 1_000;
/** Ticks fall just after the second, when its trades are known. */
const TICK_OFFSET_MS = 5;

/** Calls back once per second of a clock until it is closed. */
export class Ticker {
  readonly #stopping = new AbortController();
  readonly #ticking: Promise<void>;

  constructor(clock: Clock, tick: () => void) {
    this.#ticking = this.#run(clock, tick);
  }

  /** Stops the ticks. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#ticking;
  }

  async #run(clock: Clock, tick: () => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const waitMs = SECOND_MS - (clock.nowMs() % SECOND_MS) + TICK_OFFSET_MS;
      const awake = await clock.sleep(waitMs, signal).then(
        () => true,
        () => false,
      );
      if (awake) tick();
    }
  }
}
