import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { Reconciler } from './reconciler.js';

const TICK_MS = 1_000;
const EVERY_MS = 60_000;
/** The least between two looks, so that a connection that keeps breaking costs the bots little of their allowance. */
const REST_MS = 20_000;

/** Has a reconciler look at once, each minute, and soon after it is asked to; looks unknown orders up as their time comes. */
export class ReconciliationRounds implements Closeable {
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #nextAtMs: number;
  #lastAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly reconciler: Reconciler,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.#nextAtMs = clock.nowMs();
    this.#ended = this.#go();
  }

  /** Has the venue looked at soon: something may have been missed. */
  soon(): void {
    this.#nextAtMs = Math.min(this.#nextAtMs, Math.max(this.clock.nowMs(), this.#lastAtMs + REST_MS));
  }

  /** Starts no further look, and waits for the one under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }

  async #go(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#tick().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the venue could not be compared with the journal');
        this.#nextAtMs = this.clock.nowMs() + REST_MS;
      });
      // Aborted: the loop ends by its condition.
      await this.clock.sleep(TICK_MS, signal).catch(() => undefined);
    }
  }

  async #tick(): Promise<void> {
    if (this.clock.nowMs() < this.#nextAtMs) return this.reconciler.resolveUnknown();
    this.#lastAtMs = this.clock.nowMs();
    this.#nextAtMs = this.#lastAtMs + EVERY_MS;
    return this.reconciler.look();
  }
}
