// Why: docs/decisions/runtime/backtest-queue.md
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { ProcessorTime } from '../backtests/processor-time.js';
import type { BacktestQueue, ClaimedRun } from '../backtests/queue.js';
import type { Framework } from '../frameworks/framework.js';
import { LogBuffer } from '../records/log-lines.js';
import type { HandBack, RunEnd } from '../records/moves.js';
import type { RunOutput } from '../records/output.js';
import { eventOfError } from '../records/state.js';
import { type BacktestStorage, RUN_TRADES_MAX } from '../records/storage.js';
import { ProgressMeter } from './progress.js';
import { type RunOutcome, type RunResources, runClaimed } from './run.js';
import { SlotHold } from './slot-hold.js';
import { outlastOutage } from './store-outage.js';
import { TradeChunks } from './trade-chunks.js';

const RENEW_INTERVAL_MS = 5_000;
const LOG_INTERVAL_MS = 1_000;
const PROGRESS_INTERVAL_MS = 1_000;
const PROCESSOR_TIME_INTERVAL_MS = 5_000;

/** The dependencies of an attempt. */
export interface AttemptParts extends RunResources {
  readonly queue: BacktestQueue;
  readonly output: RunOutput;
  readonly processorTime: ProcessorTime;
  readonly storage: BacktestStorage;
  readonly clock: Clock;
  readonly logger: Logger;
}

const NO_ROOM: RunOutcome = {
  kind: 'error',
  code: 'quota_exceeded',
  message: "The account's other backtests leave no room for what a run may store.",
  findings: [],
  claimed: false,
};

/** Why an attempt has to end: returned to the queue, or no longer this worker's to end. */
type StopReason = 'stopped' | 'lost';

/** One attempt at a claimed backtest: runs it, renews its lease, stores its logs, and records how it ended. */
export class Attempt {
  /** Settles when nothing of the run is left; never rejects. */
  readonly ended: Promise<void>;
  /** How it shares its slot with other accounts' runs. */
  readonly hold: SlotHold;
  readonly #abort = new AbortController();
  readonly #logs = new LogBuffer();
  readonly #trades = new TradeChunks(
    (sequence, trades) =>
      outlastOutage(this.parts.clock, () => this.parts.output.writeTrades(this.#attempt(), sequence, trades)),
    RUN_TRADES_MAX,
  );
  readonly #progress: ProgressMeter;
  #reason: StopReason | undefined;
  #logsKept: Promise<void> = Promise.resolve();
  #logChunks = 0;
  #processorMs = 0;
  #processorTimeKept: Promise<void> = Promise.resolve();

  constructor(
    private readonly run: ClaimedRun,
    framework: Framework,
    private readonly parts: AttemptParts,
  ) {
    this.#progress = new ProgressMeter(run.inputs);
    this.hold = new SlotHold(run.accountId, parts.clock, framework.pausesRuns());
    this.ended = this.#perform(framework).catch((error: unknown) =>
      // The lease lapses, and the run starts again.
      parts.logger.error({ err: error, backtest: run.backtestId }, 'how a backtest ended could not be recorded'),
    );
  }

  /** Ends the run of a record that was cancelled meanwhile. */
  cancel(): void {
    this.#end('lost');
  }

  /** Ends the run, and returns it to the queue unless it had finished. */
  async stop(): Promise<void> {
    this.#end('stopped');
    await this.ended;
  }

  #end(reason: StopReason): void {
    this.#reason ??= reason;
    this.#abort.abort();
  }

  async #perform(framework: Framework): Promise<void> {
    const timers = [
      setInterval(() => void this.#renew(), RENEW_INTERVAL_MS),
      setInterval(() => void this.#keepProcessorTime(), PROCESSOR_TIME_INTERVAL_MS),
      setInterval(() => void this.#keepLogs().catch(this.#warn('logs could not be kept')), LOG_INTERVAL_MS),
      setInterval(() => void this.#keepProgress(), PROGRESS_INTERVAL_MS),
    ];
    let outcome: RunOutcome;
    try {
      const options = {
        signal: this.#abort.signal,
        onLog: this.#logs.add.bind(this.#logs),
        onProgress: this.#progress.add.bind(this.#progress),
        onRelease: (release: string | undefined) =>
          outlastOutage(this.parts.clock, () => this.parts.queue.recordRelease(this.run, release)),
        onTrades: this.#trades.add.bind(this.#trades),
        onProcessorTime: (usedMs: number) => {
          this.#processorMs += usedMs;
        },
        onMemory: this.hold.keepMemory.bind(this.hold),
        pauses: this.hold.pauses,
      };
      const hasRoom = await outlastOutage(this.parts.clock, () => this.parts.storage.hasRoom(this.run.record));
      outcome = hasRoom ? await runClaimed(this.run, framework, this.parts, options) : NO_ROOM;
    } finally {
      for (const timer of timers) clearInterval(timer);
      await this.#keepProcessorTime();
    }
    await this.#record(outcome);
  }

  async #record(outcome: RunOutcome): Promise<void> {
    const move = this.#moveOf(outcome);
    if (move === undefined) return;
    const { clock, logger } = this.parts;
    // Before the record moves, so that a reader who sees the end sees all of it.
    await this.#keepLogs();
    await this.#trades.flush();
    const recorded = await outlastOutage(clock, () => this.#move(move));
    const ended = { backtest: this.run.backtestId, event: move.event, recorded };
    if (outcome.kind === 'error' && outcome.code === 'platform_failed')
      logger.warn({ ...ended, reason: outcome.message }, 'run ended by a failure of the platform');
    else logger.info(ended, 'run ended');
  }

  async #move(move: RunEnd | HandBack): Promise<boolean> {
    const { queue, storage } = this.parts;
    if (move.event !== 'finished' && move.event !== 'failed') return queue.end(this.run, move);
    return queue.end(this.run, move, await storage.settle(this.#attempt(), move.event === 'finished'));
  }

  /** What the outcome does to the record; undefined where the record has moved meanwhile. */
  #moveOf(outcome: RunOutcome): RunEnd | HandBack | undefined {
    if (outcome.kind === 'finished') {
      const { result, checks } = outcome;
      return { event: 'finished', result, ...(checks && { checks }) };
    }
    const { code, message, findings, claimed, killed = false } = outcome;
    if (this.#abort.signal.aborted) return this.#reason === 'stopped' ? { event: 'stopped' } : undefined;
    const { failures, kills = 0 } = this.run.record;
    const event = claimed ? 'failed' : eventOfError({ code, killed }, { failures, kills });
    return event === 'failed' ? { event, error: { code, message, findings } } : { event };
  }

  async #renew(): Promise<void> {
    try {
      if (!(await this.parts.queue.renew(this.run))) this.#end('lost');
    } catch (error) {
      this.#warn('the lease could not be renewed')(error);
    }
  }

  /** Adds what was used since the last time, after what came before it. */
  #keepProcessorTime(): Promise<void> {
    this.#processorTimeKept = this.#processorTimeKept.then(() => this.#addProcessorTime());
    return this.#processorTimeKept;
  }

  /** What can't be stored now is stored with what comes next. */
  async #addProcessorTime(): Promise<void> {
    const usedMs = this.#processorMs;
    if (usedMs === 0) return;
    this.#processorMs = 0;
    try {
      await this.parts.processorTime.add(this.run.accountId, usedMs);
    } catch (error) {
      this.#processorMs += usedMs;
      this.#warn('processor time could not be kept')(error);
    }
  }

  /** What can't be stored now comes again with the next report. */
  async #keepProgress(): Promise<void> {
    const progress = this.#progress.take();
    if (progress === undefined) return;
    try {
      await this.parts.queue.recordProgress(this.run, progress);
    } catch (error) {
      this.#warn('progress could not be kept')(error);
    }
  }

  /** Keeps the lines since the last time, after those before them. */
  #keepLogs(): Promise<void> {
    this.#logsKept = this.#logsKept.then(async () => {
      const drained = this.#logs.drain();
      if (drained.lines.length === 0) return;
      const sequence = this.#logChunks;
      this.#logChunks += 1;
      await outlastOutage(this.parts.clock, () => this.parts.output.writeLogs(this.#attempt(), sequence, drained));
    });
    return this.#logsKept;
  }

  #attempt() {
    return { backtestId: this.run.backtestId, epoch: this.run.lease.epoch };
  }

  #warn(message: string) {
    return (error: unknown) => this.parts.logger.warn({ err: error, backtest: this.run.backtestId }, message);
  }
}
