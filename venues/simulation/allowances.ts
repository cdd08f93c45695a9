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

/** Counts the weight that each address has spent in the last sixty seconds, whatever minute of the clock they lie in. */
export class Allowances {
  readonly #spent = new Map<string, { entries: Spent[]; sum: number }>();

  constructor(
    private readonly options: AllowanceOptions,
    private readonly clock: Clock,
  ) {}

  /** Spends a weight; false, and nothing is spent, where that would be more than the address may. */
  spend(address: string, weight: number): boolean {
    const { weightPerMinute, exceptions } = this.options;
    const allowed = exceptions?.get(address) ?? weightPerMinute;
    if (this.#of(address).sum + weight > allowed) return false;
    this.charge(address, weight);
    return true;
  }

  /** Counts what an answer has cost, which is known only when it is given. */
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
