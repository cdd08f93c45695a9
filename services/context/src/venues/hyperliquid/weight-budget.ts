import type { Clock } from '@platform/clock';
import type { Urgency } from '../venue.js';

const WINDOW_MS = 60_000;
/** What the collector may use, so that people do not wait behind it. */
const BACKGROUND_SHARE = 0.75;

/**
 * Keeps requests within the weight that the venue allows an address in any minute (1,200; see
 * hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits).
 */
export class WeightBudget {
  #spent: { atMs: number; weight: number }[] = [];

  constructor(
    private readonly weightPerMinute: number,
    private readonly clock: Clock,
  ) {}

  /** Waits until a request of the weight may be sent, and counts it. Rejects with the signal's reason when aborted. */
  async spend(weight: number, urgency: Urgency, signal: AbortSignal): Promise<void> {
    const share = urgency === 'background' ? BACKGROUND_SHARE : 1;
    // A request heavier than the whole allowance goes alone.
    const allowance = Math.max(this.weightPerMinute * share, weight);
    for (let waitMs = this.#waitMs(weight, allowance); waitMs > 0; waitMs = this.#waitMs(weight, allowance)) {
      await this.clock.sleep(waitMs, signal);
    }
    signal.throwIfAborted();
    this.#spent.push({ atMs: this.clock.nowMs(), weight });
  }

  /** How long until enough of what was spent in the last minute has left it. */
  #waitMs(weight: number, allowance: number): number {
    const nowMs = this.clock.nowMs();
    this.#spent = this.#spent.filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
    let excess = this.#spent.reduce((sum, entry) => sum + entry.weight, weight) - allowance;
    if (excess <= 0) return 0;
    const last = this.#spent.find((entry) => {
      excess -= entry.weight;
      return excess <= 0;
    });
    return (last?.atMs ?? nowMs) + WINDOW_MS - nowMs;
  }
}
