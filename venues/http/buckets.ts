// Why: docs/decisions/platform/replicas.md
import type { Clock } from '@platform/kit/clock';

const MINUTE_MS = 60_000;
/**
 * The part of a share that may be spent at once, and the part that is refilled per minute. In any minute at most both are spent. The rest
 * covers requests that were sent in different minutes and arrive in one.
 */
const BURST = 0.25;
/** What is refilled of a share per minute, and so may be spent for long. */
export const REFILL = 0.7;

/** How much may be spent of a share at once, and how fast that is refilled. */
export interface Rates {
  readonly burst: number;
  readonly perMs: number;
}

/** Returns the rates of a share of weight per minute. */
export function ratesOf(weightPerMinute: number): Rates {
  return { burst: weightPerMinute * BURST, perMs: (weightPerMinute * REFILL) / MINUTE_MS };
}

/** What is left of a share. */
export interface Bucket {
  /** What is left now; of a shared one, at most as far as is known. Negative where more was spent than there was. */
  level(): number;
  /** Spends the weight if `needed` is left; returns whether. Rejects where that can't be known: then nothing may be sent. */
  take(weight: number, needed: number): Promise<boolean>;
  /** Spends the weight, whatever is left. A negative one is given back. */
  spend(weight: number): void;
  /** Leaves nothing. */
  drain(): void;
  /** Sets other rates; what is left is kept as far as they let it be spent at once. */
  limitTo(rates: Rates): void;
}

/** A level that time refills. */
class Level {
  #at: number;
  #atMs: number;

  constructor(
    at: number,
    public rates: Rates,
    private readonly clock: Clock,
  ) {
    this.#at = at;
    this.#atMs = clock.nowMs();
  }

  get now(): number {
    const nowMs = this.clock.nowMs();
    const { burst, perMs } = this.rates;
    this.#at = Math.min(burst, this.#at + Math.max(0, nowMs - this.#atMs) * perMs);
    this.#atMs = nowMs;
    return this.#at;
  }

  set now(level: number) {
    this.#at = level;
    this.#atMs = this.clock.nowMs();
  }
}

/**
 * The bucket of one process. It starts empty, since a process that ran here before may have spent its whole share: so the share holds across
 * restarts too.
 */
export class OwnBucket implements Bucket {
  readonly #level: Level;

  constructor(rates: Rates, clock: Clock) {
    this.#level = new Level(0, rates, clock);
  }

  level(): number {
    return this.#level.now;
  }

  async take(weight: number, needed: number): Promise<boolean> {
    if (this.level() < needed) return false;
    this.spend(weight);
    return true;
  }

  spend(weight: number): void {
    this.#level.now -= weight;
  }

  drain(): void {
    this.#level.now = Math.min(this.level(), 0);
  }

  limitTo(rates: Rates): void {
    // By the former rates until now.
    this.#level.now = Math.min(this.level(), rates.burst);
    this.#level.rates = rates;
  }
}

/** Where all instances of a service keep what is left of the shares that they have together. */
export interface SharedLevels {
  /** Refills what is left, and spends the weight if `needed` is left then; returns whether, and what is left. Rejects without an answer. */
  take(
    name: string,
    spending: { readonly weight: number; readonly needed: number } & Rates,
  ): Promise<{ readonly isTaken: boolean; readonly level: number }>;
  /** Refills what is left, and spends the weight, whatever is left. */
  spend(name: string, weight: number, rates: Rates): void;
  /** Leaves nothing. */
  drain(name: string, rates: Rates): void;
}

/** A bucket that all instances of a service share: together they spend what one would. */
export class SharedBucket implements Bucket {
  /** What is left at most: others may have spent of it since. */
  readonly #known: Level;

  /** `name`: which share it is, the same in every instance. */
  constructor(
    private readonly name: string,
    private readonly levels: SharedLevels,
    rates: Rates,
    clock: Clock,
  ) {
    this.#known = new Level(rates.burst, rates, clock);
    // A new one is refilled from now on: the first request would else wait, however long its process runs.
    levels.spend(name, 0, rates);
  }

  level(): number {
    return this.#known.now;
  }

  async take(weight: number, needed: number): Promise<boolean> {
    if (this.level() < needed) return false;
    const { isTaken, level } = await this.levels.take(this.name, { weight, needed, ...this.#known.rates });
    this.#known.now = level;
    return isTaken;
  }

  spend(weight: number): void {
    this.#known.now -= weight;
    this.levels.spend(this.name, weight, this.#known.rates);
  }

  drain(): void {
    this.#known.now = Math.min(this.level(), 0);
    this.levels.drain(this.name, this.#known.rates);
  }

  limitTo(rates: Rates): void {
    this.#known.rates = rates;
  }
}
