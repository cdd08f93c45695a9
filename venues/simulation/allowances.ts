import type { Clock } from '@platform/kit/clock';

const MINUTE_MS = 60_000;

interface Spent {
  readonly atMs: number;
  readonly weight: number;
}

/** How much weight each address may have spent in the last sixty seconds. */
export interface AllowanceOptions {
  readonly weightPerMinute: number;
  /** Addresses that may spend more than the others. */
  readonly exceptions?: ReadonlyMap<string, number>;
}

/** Counts the weight that each address has spent in the last sixty seconds, as a rolling window. */
export class Allowances {
  readonly #spent = new Map<string, { entries: Spent[]; sum: number }>();

  constructor(
    private readonly options: AllowanceOptions,
    private readonly clock: Clock,
  ) {}

  /** Spends a weight; returns false, and spends nothing, where that would exceed the address's allowance. */
  spend(address: string, weight: number): boolean {
    const { weightPerMinute, exceptions } = this.options;
    const allowed = exceptions?.get(address) ?? weightPerMinute;
    if (this.#of(address).sum + weight > allowed) return false;
    this.charge(address, weight);
    return true;
  }

  /** Adds the weight of an answer, which is known only with the answer. */
  charge(address: string, weight: number): void {
    if (weight === 0) return;
    const account = this.#of(address);
    account.entries.push({ atMs: this.clock.nowMs(), weight });
    account.sum += weight;
  }

  #of(address: string): { entries: Spent[]; sum: number } {
    const account = this.#spent.get(address) ?? { entries: [], sum: 0 };
    this.#spent.set(address, account);
    const fromMs = this.clock.nowMs() - MINUTE_MS;
    const index = account.entries.findIndex(({ atMs }) => atMs > fromMs);
    const old = account.entries.splice(0, index === -1 ? account.entries.length : index);
    account.sum -= old.reduce((sum, { weight }) => sum + weight, 0);
    return account;
  }
}
