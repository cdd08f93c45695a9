import type { Clock } from '@platform/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';
import type { Move } from '../executions/moves.js';
import { sendOnce } from '../executions/sending.js';
import { type ExecutionStore, type HeldExecution, identifiedAction } from '../executions/store.js';
import { acceptedResult, refusedResult } from '../results/sanitize.js';
import type { ExecutionVenue, Finding, SignedAction } from '../venues/venue.js';

const POLL_INTERVAL_MS = 1_000;
const CONCURRENCY = 8;
/** What is left of an action's validity when it is still worth sending. */
const RESUME_MS_MIN = 5_000;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 15_000;
/** Longer than a round of look-ups and writes may take when the store and the venue are both slow. */
const ROUND_MS_MAX = 60_000;

/** What the reconciler works with. */
export interface ReconcilerParts {
  readonly store: ExecutionStore;
  readonly venues: ReadonlyMap<string, ExecutionVenue>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Finishes what a process left when it died, and finds out what became of executions without an answer. What was claimed
 * and never signed is carried out while its time lasts; what may have been sent is only ever looked for.
 */
export class Reconciler implements Closeable {
  readonly #stop = new AbortController();
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();
  #roundStartedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: ReconcilerParts) {}

  /** Takes up what a predecessor of this process left in flight, and starts. */
  async start(): Promise<void> {
    const left = await this.parts.store.freeOwn();
    if (left > 0) this.parts.logger.info({ left }, 'executions of a predecessor are reconciled');
    this.#running = this.#run();
  }

  /** Looks now. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Throws unless it runs and its present round has not hung. */
  checkAlive(): void {
    if (this.parts.clock.nowMs() - this.#roundStartedAtMs > ROUND_MS_MAX)
      throw new Error('the reconciler stands still');
  }

  /** Finishes the look-ups under way and stops. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#woken = Promise.withResolvers<void>();
      this.#roundStartedAtMs = this.parts.clock.nowMs();
      try {
        const taken = await this.#takeSome();
        await Promise.all(taken.map((held) => this.#reconcile(held)));
        if (taken.length > 0) continue;
      } catch (error) {
        this.parts.logger.warn({ err: error }, 'executions could not be looked for');
      }
      const enough = new AbortController();
      const pause = this.parts.clock.sleep(POLL_INTERVAL_MS, enough.signal).catch(() => {});
      await Promise.race([pause, this.#woken.promise]);
      enough.abort();
    }
  }

  async #takeSome(): Promise<HeldExecution[]> {
    const taken: HeldExecution[] = [];
    while (taken.length < CONCURRENCY) {
      const held = await this.parts.store.takeDue();
      if (held === undefined) break;
      taken.push(held);
    }
    return taken;
  }

  async #reconcile(held: HeldExecution): Promise<void> {
    const { store, logger } = this.parts;
    const { _id: execution, status } = held.record;
    try {
      if (status === 'claimed') return await this.#resume(held);
      const move = await this.#moveOf(held);
      await store.move(held, move);
      logger.info({ execution, from: status, event: move.event }, 'execution reconciled');
    } catch (error) {
      // Its lease lapses, and it is taken up again.
      logger.warn({ err: error, execution }, 'an execution could not be reconciled');
    }
  }

  /** Carries out what was claimed: nothing can have been sent, since its identity is not stored. */
  async #resume(held: HeldExecution): Promise<void> {
    const { store, clock, venues } = this.parts;
    const venue = venues.get(held.record.venue);
    const isLate = held.record.intent.expiresAfterMs <= clock.nowMs() + RESUME_MS_MIN;
    if (isLate || venue === undefined) {
      await store.move(held, { event: 'abandoned' });
      return;
    }
    let signed: SignedAction;
    try {
      signed = await venue.sign(identifiedAction(held.record));
    } catch (error) {
      this.parts.logger.warn({ err: error, execution: held.record._id }, 'a claimed execution could not be signed');
      await store.move(held, { event: 'undecided', lookUpAt: new Date(clock.nowMs() + POLL_INTERVAL_MS) });
      return;
    }
    await sendOnce(this.parts, held, signed, 'disproved');
  }

  async #moveOf(held: HeldExecution): Promise<Move> {
    if (held.record.status === 'submitting') return { event: 'left_unknown' };
    const finding = await this.#lookUp(held);
    if (finding.kind === 'accepted') return { event: 'accepted', resultJson: acceptedResult(finding.answer) };
    if (finding.kind === 'refused') return { event: 'refused', resultJson: refusedResult(finding.answer) };
    if (finding.kind === 'disproved') return { event: 'disproved' };
    const now = this.parts.clock.now();
    if (held.record.intent.reconcileUntil <= now) return { event: 'given_up' };
    const pauseMs = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** Math.min(held.record.lookUps, 10));
    return { event: 'undecided', lookUpAt: new Date(now.getTime() + pauseMs) };
  }

  async #lookUp({ record }: HeldExecution): Promise<Finding> {
    const venue = this.parts.venues.get(record.venue);
    if (venue === undefined || record.identity === undefined) return { kind: 'undecided' };
    try {
      return await venue.lookUp(identifiedAction(record), record.identity);
    } catch (error) {
      this.parts.logger.warn({ err: error, execution: record._id }, 'the venue could not be read');
      return { kind: 'undecided' };
    }
  }
}
