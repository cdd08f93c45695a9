import { tooBusy } from '@platform/edge/fair-queue';
import { monotonicMs } from '@platform/kit/clock';

/** Length of the queue and time-out of the wait. */
interface QueueLimits {
  /** Queued turns per key. */
  readonly waiting: number;
  readonly waitMs: number;
}

/** Well below the facade's time-out: work that timed out there must not run. */
const LIMITS: QueueLimits = { waiting: 200, waitMs: 5_000 };
/** After a turn the queue pauses for as long as the turn took, at most for this time. */
const REST_MS_MAX = 50;

/** One piece of work that waits in the queue, or is being done. */
export interface SerialTurn {
  /** Waits in the queue until the work may be done; returns at once during its turn. Throws `rate_limited`, without a turn. */
  enter(): Promise<void>;
  /** Ends the turn, if there is one. */
  leave(): void;
}

/**
 * Runs work that blocks the event loop, one piece at a time. Keys take turns (round robin), so that a caller waits for at most one
 * piece of each other caller. Half of the time is left to work that is not queued here.
 */
export class SerialQueue {
  /** Waiting turns by key; the first key is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  constructor(private readonly limits: QueueLimits = LIMITS) {}

  /** Returns a turn under a key, not yet entered. */
  turn(key: string): SerialTurn {
    let enteredAtMs: number | undefined;
    return {
      enter: async () => {
        if (enteredAtMs !== undefined) return;
        await this.#wait(key);
        enteredAtMs = monotonicMs();
      },
      leave: () => {
        if (enteredAtMs === undefined) return;
        setTimeout(() => this.#callNextAfter(key), Math.min(monotonicMs() - enteredAtMs, REST_MS_MAX));
        enteredAtMs = undefined;
      },
    };
  }

  async #wait(key: string): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    const line = this.#waiting.get(key) ?? [];
    if (line.length >= this.limits.waiting) throw tooBusy();
    this.#waiting.set(key, line);
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        line.splice(line.indexOf(call), 1);
        if (line.length === 0) this.#waiting.delete(key);
        reject(tooBusy());
      };
      const timer = setTimeout(giveUp, this.limits.waitMs);
      const call = () => {
        clearTimeout(timer);
        resolve();
      };
      line.push(call);
    });
  }

  /** Moves a key that has had its turn behind the others. */
  #callNextAfter(key: string): void {
    const own = this.#waiting.get(key);
    if (own !== undefined && this.#waiting.delete(key)) this.#waiting.set(key, own);
    const [next] = this.#waiting;
    this.#isTaken = next !== undefined;
    if (next === undefined) return;
    const [nextKey, line] = next;
    const call = line.shift();
    if (line.length === 0) this.#waiting.delete(nextKey);
    call?.();
  }
}
