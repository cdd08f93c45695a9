import type { Clock } from '@platform/kit/clock';
import type { Faults } from '../../../simulation/index.js';
import { VENUE_NAME } from '../faults.js';
import { Refusal } from '../refusal.js';

/** Whether the matching engine is up: it restarts where a fault says so, and takes only post-only orders for a while after it. */
export class Engine {
  #upAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly faults: Faults | undefined,
    private readonly postOnlyMs: number,
  ) {}

  /** Refuses every request for orders while the engine restarts. Throws `Refusal`. */
  refuseRestarting(): void {
    const restart = this.faults?.takeTrouble(VENUE_NAME, 'restarting');
    if (restart !== undefined) this.#upAtMs = this.clock.nowMs() + restart.delayMs;
    if (this.clock.nowMs() < this.#upAtMs) throw new Refusal(425, { error: 'service not ready' });
  }

  /** Refuses an order that may be filled at once while the engine takes only post-only ones. Throws `Refusal`. */
  refuseTaking(): void {
    const waitMs = this.#upAtMs + this.postOnlyMs - this.clock.nowMs();
    if (waitMs <= 0) return;
    const seconds = Math.ceil(waitMs / 1_000);
    const error = 'post-only mode: only post-only orders and cancels are allowed';
    throw new Refusal(503, { error, code: 'post_only_mode', retry_after_seconds: seconds }, { 'Retry-After': seconds });
  }
}
