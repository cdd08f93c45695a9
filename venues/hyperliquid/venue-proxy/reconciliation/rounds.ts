import type { Clock } from '@platform/kit/clock';
import type { Reconciler } from './reconciler.js';

const EVERY_MS = 60_000;
/** The least between two looks, so that a connection that keeps breaking costs the bots little of their allowance. */
const REST_MS = 20_000;

/** Says when a reconciler looks: at once, each minute, and soon after it is asked to. Unknown orders are looked up as their time comes. */
export class ReconciliationRounds {
  #lastAtMs = Number.NEGATIVE_INFINITY;
  #isWanted = true;

  constructor(
    private readonly reconciler: Reconciler,
    private readonly clock: Clock,
  ) {}

  /** Has the venue looked at soon: something may have been missed. */
  soon(): void {
    this.#isWanted = true;
  }

  /** Does what is due. Rejects where the venue can't be read; that is tried again after a rest. */
  async round(): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (nowMs < this.#lastAtMs + (this.#isWanted ? REST_MS : EVERY_MS)) return this.reconciler.resolveUnknown();
    this.#lastAtMs = nowMs;
    this.#isWanted = false;
    try {
      return await this.reconciler.look();
    } catch (error) {
      this.#isWanted = true;
      throw error;
    }
  }
}
