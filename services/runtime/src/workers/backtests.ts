import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { ProcessorTime } from '../backtests/processor-time.js';
import type { BacktestQueue, Claimants, ClaimedRun } from '../backtests/queue.js';
import { everyVersion, type Frameworks, versionOf } from '../frameworks/versions.js';
import type { RunOutput } from '../records/output.js';
import type { BacktestStorage } from '../records/storage.js';
import { Attempt } from './attempt.js';
import type { RunResources } from './run.js';
import { type SlotLimits, SlotTable } from './slots.js';

const POLL_INTERVAL_MS = 2_000;
/** A worker that has to stop returns its runs to the queue within this time, or leaves them to their leases. */
const STOP_TIMEOUT_MS = 8_000;

/** The dependencies of the workers. */
export interface WorkersParts extends RunResources {
  readonly queue: BacktestQueue;
  readonly output: RunOutput;
  readonly processorTime: ProcessorTime;
  readonly storage: BacktestStorage;
  readonly frameworks: Frameworks;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How this process shares its slots between accounts. */
  readonly slots: SlotLimits;
}

/**
 * Runs waiting backtests, so many at once, which take turns where others wait; woken when one is queued, and looks by itself
 * now and then.
 */
export class BacktestWorkers implements Closeable {
  readonly #attempts = new Map<string, Attempt>();
  readonly #stop = new AbortController();
  #polling: Closeable | undefined;
  #dispatching: Promise<void> | undefined;
  #wanted = false;
  #started = false;

  constructor(private readonly parts: WorkersParts) {}

  /** Requeues what a predecessor of this process held, and starts. */
  async start(): Promise<void> {
    const reclaimed = await this.parts.queue.reclaimOwn();
    if (reclaimed > 0) this.parts.logger.info({ reclaimed }, 'backtests of a predecessor start again');
    this.#started = true;
    const { clock, logger } = this.parts;
    const work = { name: 'lapsed backtests', intervalMs: POLL_INTERVAL_MS, startsLater: true };
    this.#polling = startPeriodic({ ...work, run: () => this.#takeUpLapsed() }, clock, logger);
    this.wake();
  }

  /** Checks for waiting backtests now, once started. */
  wake(): void {
    this.#wanted = true;
    if (!this.#started || this.#dispatching !== undefined || this.#stop.signal.aborted) return;
    this.#dispatching = this.#dispatch()
      .catch((error: unknown) => this.parts.logger.warn({ err: error }, 'the slots could not be shared out'))
      .finally(() => {
        this.#dispatching = undefined;
        // Another call may have come between the last check and now.
        if (this.#wanted) this.wake();
      });
  }

  /** Stops a run of this process that was cancelled; another process notices when it renews its lease. */
  cancel(backtestId: string): void {
    this.#attempts.get(backtestId)?.cancel();
  }

  /** Stops claiming, returns the runs to the queue and waits until their processes are gone. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#polling?.close();
    await this.#dispatching;
    const enough = new AbortController();
    const ended = Promise.all([...this.#attempts.values()].map((attempt) => attempt.stop()));
    const timeout = this.parts.clock.sleep(STOP_TIMEOUT_MS, enough.signal).catch(() => {});
    await Promise.race([ended, timeout]);
    enough.abort();
  }

  async #dispatch(): Promise<void> {
    while (this.#wanted && !this.#stop.signal.aborted) {
      this.#wanted = false;
      while (await this.#deal());
    }
  }

  /** Assigns one slot to the next run; returns false where nothing changed. */
  async #deal(): Promise<boolean> {
    const table = this.#table();
    if (table.resumeOverdue()) return true;
    const claimants = table.claimants();
    const run = claimants && (await this.#tryClaim(claimants));
    // Some may have ended meanwhile.
    if (run === undefined) return this.#table().resumeNext();
    this.#table().makeRoom();
    this.#begin(run);
    return true;
  }

  #table(): SlotTable {
    const holds = [...this.#attempts.values()].map(({ hold }) => hold);
    return new SlotTable(holds, this.parts.slots, this.parts.clock.nowMs());
  }

  /** Where none can be claimed now, those that are paused go on all the same. */
  async #tryClaim(claimants: Claimants): Promise<ClaimedRun | undefined> {
    try {
      return await this.#claim(claimants);
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'no backtest could be claimed');
      return undefined;
    }
  }

  /** A backtest whose framework is being provisioned, in the version that it is to run on, waits. */
  async #claim(claimants: Claimants): Promise<ClaimedRun | undefined> {
    const versions = everyVersion(this.parts.frameworks).map((version) => version.describe());
    const ready = versions.filter(({ status }) => status === 'ready');
    if (ready.length === 0) return undefined;
    // Short of disk space, waiting backtests go on waiting.
    await this.parts.objects.requireRoom();
    const images = ready.map(({ imageDigest }) => imageDigest);
    return this.parts.queue.claim(images, claimants);
  }

  #begin(run: ClaimedRun): void {
    const { id, imageDigest } = run.record.framework;
    const framework = versionOf(this.parts.frameworks, id, imageDigest);
    if (framework === undefined) throw new Error(`${run.backtestId} was claimed for an image that is not here`);
    const attempt = new Attempt(run, framework, this.parts);
    this.#attempts.set(run.backtestId, attempt);
    void attempt.ended.finally(() => {
      this.#attempts.delete(run.backtestId);
      this.wake();
    });
  }

  async #takeUpLapsed(): Promise<void> {
    const { queue, logger } = this.parts;
    try {
      const reclaimed = await queue.reclaimLapsed();
      if (reclaimed > 0) logger.warn({ reclaimed }, 'backtests of a silent worker start again');
    } finally {
      this.wake();
    }
  }
}
