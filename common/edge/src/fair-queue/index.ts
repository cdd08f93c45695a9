import { PlatformError } from '@platform/errors';
import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';

/** How much of the work under one key runs at once, and how much of it may wait; each key has its own limits. */
export interface FairQueueLimits {
  /** Work weighs 1 unless it says otherwise; work heavier than the whole capacity runs alone. */
  readonly atOnce: number;
  /** Pieces of work per key, the running ones included. */
  readonly pieces: number;
  /** How long work waits in the queue at most: its caller has then given up, or soon will. */
  readonly waitMs: number;
}

interface Line {
  readonly semaphore: SemaphoreInterface;
  pieces: number;
}

const RETRY_AFTER_SECONDS = 1;

/** The error where too much work waits, or for too long: `rate_limited`. */
export function tooBusy(): PlatformError {
  return new PlatformError('rate_limited', { details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
}

/** One queue per key: work under different keys runs at once, work under one key runs first come, first served. */
export class FairQueue {
  readonly #lines = new Map<string, Line>();

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs `work` when the queue lets it; returns its result, or rejects with its error. Throws `rate_limited` without running it where too
   * much waits, or where it waits for too long.
   */
  async take<Result>(key: string, work: () => Promise<Result>, weight = 1): Promise<Result> {
    const leave = await this.enter(key, weight);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits in the queue and takes a slot, which is held until the returned function is called. Throws `rate_limited` like `take`. */
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
