import { setTimeout as sleepFor } from 'node:timers/promises';

/** Business time: injected wherever a rule depends on the time, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number;
  /** The same instant as a `Date`. */
  now(): Date;
  /** Waits; rejects with the signal's reason when aborted. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  now: () => new Date(),
  sleep: async (durationMs, signal) => {
    await sleepFor(durationMs, undefined, signal === undefined ? {} : { signal });
  },
};

/** Milliseconds from an arbitrary start that never step back: for measuring durations, never for business time. */
export function monotonicMs(): number {
  return performance.now();
}

/** A clock that stands still until it is moved; sleepers wake when their time has passed. */
export class ManualClock implements Clock {
  /** Without what it was set by. */
  #nowMs: number;
  #setByMs = 0;
  #sleepers: { wakeAtMs: number; wake: () => void }[] = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs + this.#setByMs;
  }

  now(): Date {
    return new Date(this.nowMs());
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const sleeper = { wakeAtMs: this.#nowMs + durationMs, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Sets the clock forward, or back where it is negative, as an operator does: no time passes, so that sleepers sleep on. */
  set(byMs: number): void {
    this.#setByMs += byMs;
  }

  /** The number of sleepers: `advance` wakes only those that already sleep. */
  get sleeperCount(): number {
    return this.#sleepers.length;
  }

  /** Moves the clock forward and wakes the sleepers whose time has come. */
  advance(durationMs: number): void {
    this.#nowMs += durationMs;
    const due = this.#sleepers.filter((sleeper) => sleeper.wakeAtMs <= this.#nowMs);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.wakeAtMs > this.#nowMs);
    for (const sleeper of due) sleeper.wake();
  }
}
