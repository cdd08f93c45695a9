import type { Clock } from '@platform/clock';
import { startPeriodic } from '@platform/flows';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';
import type { RunOutput } from '../backtests/output.js';
import type { BacktestQueue, ClaimedRun } from '../backtests/queue.js';
import { everyVersion, type Frameworks, versionOf } from '../frameworks/versions.js';
import { Attempt } from './attempt.js';
import type { RunResources } from './run.js';

const POLL_INTERVAL_MS = 2_000;
/** A worker that is told to stop hands its runs back within this time, or leaves them to their leases. */
const STOP_TIMEOUT_MS = 8_000;

/** What the workers are made of. */
export interface WorkersParts extends RunResources {
  readonly queue: BacktestQueue;
  readonly output: RunOutput;
  readonly frameworks: Frameworks;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Backtests that this process runs at once. */
  readonly workers: number;
}

/** Runs waiting backtests, so many at once; woken when one is queued, and looks by itself now and then. */
export class BacktestWorkers implements Closeable {
  readonly #attempts = new Map<string, Attempt>();
  readonly #stop = new AbortController();
  #polling: Closeable | undefined;
  #dispatching: Promise<void> | undefined;
  #wanted = false;
  #started = false;

  constructor(private readonly parts: WorkersParts) {}

  /** Puts back what a predecessor of this process held, and starts. */
  async start(): Promise<void> {
    const reclaimed = await this.parts.queue.reclaimOwn();
    if (reclaimed > 0) this.parts.logger.info({ reclaimed }, 'backtests of a predecessor start anew');
    this.#started = true;
    const { clock, logger } = this.parts;
    const work = { name: 'lapsed backtests', intervalMs: POLL_INTERVAL_MS, startsLater: true };
    this.#polling = startPeriodic({ ...work, run: () => this.#takeUpLapsed() }, clock, logger);
    this.wake();
  }

  /** Looks for waiting backtests now, once started. */
  wake(): void {
    this.#wanted = true;
    if (!this.#started || this.#dispatching !== undefined || this.#stop.signal.aborted) return;
    this.#dispatching = this.#dispatch()
      .catch((error: unknown) => this.parts.logger.warn({ err: error }, 'no backtest could be claimed'))
      .finally(() => {
        this.#dispatching = undefined;
        // Somebody may have asked between the last look and now.
        if (this.#wanted) this.wake();
      });
  }

  /** Stops a run of this process that was cancelled; another process notices when it renews its lease. */
  cancel(backtestId: string): void {
    this.#attempts.get(backtestId)?.cancel();
  }

  /** Stops claiming, hands the runs back to the queue and waits until their processes are gone. */
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
      for (;;) {
        const run = this.#attempts.size < this.parts.workers ? await this.#claim() : undefined;
        if (run === undefined) break;
        this.#begin(run);
      }
    }
  }

  /** A backtest whose framework is being provisioned, in the version that it is to run on, waits. */
  async #claim(): Promise<ClaimedRun | undefined> {
    const versions = everyVersion(this.parts.frameworks).map((version) => version.describe());
    const ready = versions.filter(({ status }) => status === 'ready');
    if (ready.length === 0) return undefined;
    // Short of disk space, waiting backtests go on waiting.
    await this.parts.objects.requireRoom();
    return this.parts.queue.claim(ready.map(({ imageDigest }) => imageDigest));
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
      if (reclaimed > 0) logger.warn({ reclaimed }, 'backtests of a silent worker start anew');
    } finally {
      this.wake();
    }
  }
}
