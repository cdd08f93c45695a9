import { PlatformError } from '@platform/errors';
import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';

/** How much of the work under one key goes at once, and how much of it may wait; each key has its own. */
export interface FairQueueLimits {
  /** Work weighs 1 unless it says otherwise; what weighs more than all goes alone. */
  readonly atOnce: number;
  /** Pieces of work of one key, those that go included. */
  readonly pieces: number;
  /** How long work waits for its turn at most: its caller has then given up, or soon will. */
  readonly waitMs: number;
}

interface Line {
  readonly semaphore: SemaphoreInterface;
  pieces: number;
}

const RETRY_AFTER_SECONDS = 1;

/** What is told where too much waits for its turn, or for too long: `rate_limited`. */
export function tooBusy(): PlatformError {
  return new PlatformError('rate_limited', { details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
}

/** A queue per key: work under different keys runs at once, work under one key takes turns, first come first served. */
export class FairQueue {
  readonly #lines = new Map<string, Line>();

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Does `work` when its turn has come; gives its result, or its error. Throws `rate_limited`, and has done nothing then, where
   * too much waits or its turn doesn't come in time.
   */
  async take<Result>(key: string, work: () => Promise<Result>, weight = 1): Promise<Result> {
    const leave = await this.enter(key, weight);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a turn, which lasts until the function that it gives is called. Throws `rate_limited` like `take`. */
  async enter(key: string, weight = 1): Promise<() => void> {
    const { atOnce, pieces, waitMs } = this.limits;
    const line = this.#lines.get(key) ?? {
      semaphore: withTimeout(new Semaphore(atOnce), waitMs, tooBusy()),
      pieces: 0,
    };
    if (line.pieces >= pieces) throw tooBusy();
    this.#lines.set(key, line);
    line.pieces += 1;
    const leave = () => {
      line.pieces -= 1;
      if (line.pieces === 0) this.#lines.delete(key);
    };
    try {
      const [, release] = await line.semaphore.acquire(Math.min(weight, atOnce));
      return () => {
        release();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }
}
