import { tooBusy } from '@platform/edge/fair-queue';
import { monotonicMs } from '@platform/kit/clock';

/** How much waits, and for how long. */
interface LineLimits {
  /** Turns that wait under one key. */
  readonly waiting: number;
  readonly waitMs: number;
}

/** Well before the facade gives up: what it has given up must not be done. */
const LIMITS: LineLimits = { waiting: 200, waitMs: 5_000 };
/** The line rests after a turn for as long as that took, and no longer than this. */
const REST_MS_MAX = 50;

/** One piece of work that waits in the line, or is being done. */
export interface Turn {
  /** Waits until the work may be done; at once during its turn. Throws `rate_limited`, and has no turn then. */
  enter(): Promise<void>;
  /** Ends the turn, if there is one. */
  leave(): void;
}

/**
 * Work that holds the event loop up, all of it one after another: whose keys take turns, so that nobody waits for more than one
 * piece of everybody else. Half of the time is left to what takes no turns here.
 */
export class OneByOne {
  /** Those that wait by key; the key that comes first is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  constructor(private readonly limits: LineLimits = LIMITS) {}

  /** A turn under a key, not yet entered. */
  turn(key: string): Turn {
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

  /** The others come before the next of a key that has had its turn. */
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
