import type { Clock } from '@platform/kit/clock';
import { type Bucket, OwnBucket, type Rates, ratesOf, SharedBucket, type SharedLevels } from './buckets.js';
import { type Priority, priorities } from './priority.js';

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
  readonly fail: (error: unknown) => void;
}

/** A request was rejected: too many are already waiting. */
class BudgetExhaustedError extends Error {
  override readonly name = 'BudgetExhaustedError';
}

/** Opens the budget of one of the shares that a process has of a venue's allowances; the name is the share's, in every instance. */
export type OpenBudget = (name: string, weightPerMinute: number) => WeightBudget;

/** Returns budgets of this process alone. */
export function ownBudgets(clock: Clock): OpenBudget {
  return (_, weightPerMinute) => new WeightBudget(weightPerMinute, clock);
}

/** Returns budgets that all instances of a service have together. */
export function sharedBudgets(levels: SharedLevels, clock: Clock): OpenBudget {
  return (name, weightPerMinute) =>
    new WeightBudget(weightPerMinute, clock, new SharedBucket(name, levels, ratesOf(weightPerMinute), clock));
}

/**
 * A share of the weight per minute that the venue allows per address. Requests wait in the order of their priority, then of their arrival;
 * but proofs leave half to waiting reads.
 */
export class WeightBudget {
  #rates: Rates;
  readonly #queues: Readonly<Record<Priority, Waiting[]>> = { money: [], proof: [], read: [], background: [] };
  /** The weight that proofs may spend before waiting reads. */
  #proofs: number;
  #filledAtMs: number;
  #isServing = false;
  #changed = new AbortController();

  constructor(
    weightPerMinute: number,
    private readonly clock: Clock,
    private readonly bucket: Bucket = new OwnBucket(ratesOf(weightPerMinute), clock),
  ) {
    this.#rates = ratesOf(weightPerMinute);
    this.#proofs = this.#proofsMax();
    this.#filledAtMs = clock.nowMs();
  }

  /** Sets another share. What was not spent of the former one is kept as far as the new one lets it be spent at once. */
  limitTo(weightPerMinute: number): void {
    this.#fill();
    this.#rates = ratesOf(weightPerMinute);
    this.bucket.limitTo(this.#rates);
    this.#proofs = Math.min(this.#proofs, this.#proofsMax());
    this.#changed.abort();
  }

  /**
   * Waits until a request of the weight may be sent, and spends it. Rejects with the signal's reason when aborted, with
   * `BudgetExhaustedError` where too many wait, and where nobody can say what is left. A request heavier than the burst goes alone and is paid off afterwards.
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
        waiting.fail(signal.reason);
        this.#changed.abort();
      };
      const leave = () => {
        signal.removeEventListener('abort', giveUp);
        queue.splice(queue.indexOf(waiting), 1);
      };
      const waiting = {
        weight,
        go: () => {
          leave();
          resolve();
        },
        fail: (error: unknown) => {
          leave();
          reject(error);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.push(waiting);
      this.#changed.abort();
      void this.#serve();
    });
  }

  /** Returns whether a request of the weight would have to wait now for the allowance; being asked for it is no wait. */
  mustWait(weight: number, priority: Priority): boolean {
    const before = priorities.slice(0, priorities.indexOf(priority) + 1).flatMap((each) => this.#queues[each]);
    const ahead = before.reduce((sum, waiting) => sum + waiting.weight, 0);
    return this.bucket.level() - ahead < this.#needed(weight, priority);
  }

  /** Spends the cost of an answer beyond what was taken for it. */
  charge(weight: number): void {
    if (weight > 0) this.bucket.spend(weight);
  }

  /** Empties the budget: the venue reported that its allowance is spent. */
  drain(): void {
    this.bucket.drain();
  }

  /** Releases waiting requests as far as the level allows, the most important first, until none waits. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#serveOne(...next);
    } finally {
      this.#isServing = false;
    }
  }

  async #serveOne(priority: Priority, waiting: Waiting): Promise<void> {
    const { weight } = waiting;
    const isWaiting = () => this.#queues[priority].includes(waiting);
    try {
      if (!(await this.bucket.take(weight, this.#needed(weight, priority))))
        await this.#sleep(this.#shortMs(weight, priority));
      else if (isWaiting()) {
        if (priority === 'proof') this.#proofs = Math.max(0, this.#proofs - weight);
        waiting.go();
      } else this.bucket.spend(-weight);
    } catch (error) {
      if (isWaiting()) waiting.fail(error);
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
    const own = Math.min(weight, this.#proofsMax());
    return priority === 'proof' && this.#queues.read.length > 0 && this.#proofs < own;
  }

  #needed(weight: number, priority: Priority): number {
    const left = priority === 'background' ? Math.min(this.#rates.burst * LEFT_BY_BACKGROUND, LEFT_MAX) : 0;
    return Math.min(weight + left, this.#rates.burst);
  }

  /** Returns the time until the level covers a request. */
  #shortMs(weight: number, priority: Priority): number {
    return Math.max(1, Math.ceil((this.#needed(weight, priority) - this.bucket.level()) / this.#rates.perMs));
  }

  /** Sleeps until the time is over, or a request arrives or is aborted. */
  async #sleep(durationMs: number): Promise<void> {
    this.#changed = new AbortController();
    await this.clock.sleep(durationMs, this.#changed.signal).catch(() => undefined);
  }

  #proofsMax(): number {
    return this.#rates.burst * PROOFS_BESIDE_READS;
  }

  #fill(): void {
    const nowMs = this.clock.nowMs();
    const filled = Math.max(0, nowMs - this.#filledAtMs) * this.#rates.perMs * PROOFS_BESIDE_READS;
    this.#filledAtMs = nowMs;
    this.#proofs = Math.min(this.#proofsMax(), this.#proofs + filled);
  }
}
