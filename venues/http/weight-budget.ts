import type { Clock } from '@platform/kit/clock';
import { type Priority, priorities } from './priority.js';

const MINUTE_MS = 60_000;
/**
 * The part of a process's share that may be spent at once, and the part that is refilled per minute. In any minute at most both are spent.
 * The rest covers requests that were sent in different minutes and arrive in one.
 */
const BURST = 0.25;
const REFILL = 0.7;
/** The part of the burst that the collector leaves for other callers. */
const LEFT_BY_BACKGROUND = 0.3;
/** The heaviest request of other callers. */
const LEFT_MAX = 60;
/** The part of the share that proofs get while reads wait: many open setups must not keep callers from their balances. */
const PROOFS_BESIDE_READS = 0.5;
const WAITING_MAX = 1_000;

interface Waiting {
  readonly weight: number;
  readonly go: () => void;
}

/** A request was rejected: too many are already waiting. */
class BudgetExhaustedError extends Error {
  override readonly name = 'BudgetExhaustedError';
}

/**
 * A process's share of the weight per minute that the venue allows per address. It starts empty, since a process that ran here before may
 * have spent its whole share: so the share holds across restarts too. Requests wait in the order of their priority, then of their
 * arrival; but proofs leave half to waiting reads.
 */
export class WeightBudget {
  #burst: number;
  #perMs: number;
  readonly #queues: Readonly<Record<Priority, Waiting[]>> = { money: [], proof: [], read: [], background: [] };
  #level = 0;
  /** The weight that proofs may spend before waiting reads. */
  #proofs: number;
  #filledAtMs: number;
  #isServing = false;
  #changed = new AbortController();

  constructor(
    weightPerMinute: number,
    private readonly clock: Clock,
  ) {
    this.#burst = weightPerMinute * BURST;
    this.#perMs = (weightPerMinute * REFILL) / MINUTE_MS;
    this.#proofs = this.#burst * PROOFS_BESIDE_READS;
    this.#filledAtMs = clock.nowMs();
  }

  /** Sets another share. What was not spent of the former one is kept as far as the new one lets it be spent at once. */
  limitTo(weightPerMinute: number): void {
    this.#fill();
    this.#burst = weightPerMinute * BURST;
    this.#perMs = (weightPerMinute * REFILL) / MINUTE_MS;
    this.#level = Math.min(this.#level, this.#burst);
    this.#proofs = Math.min(this.#proofs, this.#burst * PROOFS_BESIDE_READS);
    this.#changed.abort();
  }

  /**
   * Waits until a request of the weight may be sent, and spends it. Rejects with the signal's reason when aborted, and with
   * `BudgetExhaustedError` where too many wait. A request heavier than the burst goes alone and is paid off afterwards.
   */
  take(weight: number, priority: Priority, signal: AbortSignal): Promise<void> {
    const queue = this.#queues[priority];
    if (queue.length >= WAITING_MAX) return Promise.reject(new BudgetExhaustedError(`${WAITING_MAX} requests queued`));
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal.reason);
        this.#changed.abort();
      };
      const waiting = {
        weight,
        go: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.push(waiting);
      this.#changed.abort();
      void this.#serve();
    });
  }

  /** Returns whether a request of the weight would have to wait now. */
  mustWait(weight: number, priority: Priority): boolean {
    this.#fill();
    const before = priorities.slice(0, priorities.indexOf(priority) + 1);
    return before.some((each) => this.#queues[each].length > 0) || !this.#covers(weight, priority);
  }

  /** Spends the cost of an answer beyond what was taken for it. */
  charge(weight: number): void {
    this.#fill();
    this.#level -= weight;
  }

  /** Empties the budget: the venue reported that its allowance is spent. */
  drain(): void {
    this.#fill();
    this.#level = Math.min(this.#level, 0);
  }

  /** Releases waiting requests as far as the level allows, the most important first, until none waits. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        const [priority, { weight, go }] = next;
        if (this.#covers(weight, priority)) {
          this.#level -= weight;
          if (priority === 'proof') this.#proofs = Math.max(0, this.#proofs - weight);
          this.#queues[priority].shift();
          go();
        } else await this.#sleep(this.#shortMs(weight, priority));
      }
    } finally {
      this.#isServing = false;
    }
  }

  #next(): readonly [Priority, Waiting] | undefined {
    this.#fill();
    for (const priority of priorities) {
      const [first] = this.#queues[priority];
      if (first !== undefined && !this.#leavesToReads(priority, first)) return [priority, first];
    }
    return undefined;
  }

  #leavesToReads(priority: Priority, { weight }: Waiting): boolean {
    const own = Math.min(weight, this.#burst * PROOFS_BESIDE_READS);
    return priority === 'proof' && this.#queues.read.length > 0 && this.#proofs < own;
  }

  #covers(weight: number, priority: Priority): boolean {
    return this.#level >= this.#needed(weight, priority);
  }

  #needed(weight: number, priority: Priority): number {
    const left = priority === 'background' ? Math.min(this.#burst * LEFT_BY_BACKGROUND, LEFT_MAX) : 0;
    return Math.min(weight + left, this.#burst);
  }

  /** Returns the time until the level covers a request. */
  #shortMs(weight: number, priority: Priority): number {
    return Math.max(1, Math.ceil((this.#needed(weight, priority) - this.#level) / this.#perMs));
  }

  /** Sleeps until the time is over, or a request arrives or is aborted. */
  async #sleep(durationMs: number): Promise<void> {
    this.#changed = new AbortController();
    await this.clock.sleep(durationMs, this.#changed.signal).catch(() => undefined);
  }

  #fill(): void {
    const nowMs = this.clock.nowMs();
    const passedMs = Math.max(0, nowMs - this.#filledAtMs);
    this.#filledAtMs = nowMs;
    const filled = passedMs * this.#perMs;
    this.#level = Math.min(this.#burst, this.#level + filled);
    this.#proofs = Math.min(this.#burst * PROOFS_BESIDE_READS, this.#proofs + filled * PROOFS_BESIDE_READS);
  }
}
