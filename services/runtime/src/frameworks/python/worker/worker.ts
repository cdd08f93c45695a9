import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { IsolatedProcess, ProcessEnd } from '../../../runners/runner.js';
import { type BacktestErrorCode, OutputLimitExceeded, type RunProgress } from '../../framework.js';
import type { Pauses } from '../../pause-switch.js';
import { Countdown } from './countdown.js';
import {
  type CheckFrame,
  type Frame,
  ProtocolViolation,
  type ResultFrame,
  readFrames,
  type TradeFrame,
} from './frames.js';
import {
  messageOfEnd,
  messageOfFailure,
  messageOfFlood,
  messageOfOutput,
  messageOfStall,
  messageOfTime,
  type WorkerLimits,
} from './limits.js';
import { type LogListener, readLogLines } from './log-lines.js';

/** What a worker is given: a header in JSON, then its files' bytes in the same order. */
export interface WorkerJob {
  /** Builds the header once the sizes of the files are known. */
  header(fileBytes: readonly number[]): Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
}

/** The files of a table that a run asked for, in the order of time; none, and the reason, where it can't have it. */
export interface TableAnswer {
  readonly files: readonly string[];
  readonly reason: string;
}

/** The callbacks of a run. */
export interface WorkerConnections {
  readonly signal: AbortSignal;
  readonly onLine: LogListener['onLine'];
  readonly onDropped: LogListener['onDropped'];
  /** Rejects where the platform can't tell whether there is such a table: the run then ends as `platform_failed`. */
  readonly onWanted: (symbol: string, timeframe: string) => Promise<TableAnswer>;
  /** Gets closed trades as they come, some at a time; the run waits meanwhile. Rejects like `onWanted`, or with `OutputLimitExceeded`. */
  readonly onTrades: (trades: readonly TradeFrame[]) => Promise<void>;
  readonly onProgress: (progress: RunProgress) => void;
  /** Called from time to time, and at the run's end, with the processor time that it has used since the last call. */
  readonly onProcessorTime?: ((usedMs: number) => void) | undefined;
  /** Called from time to time with the memory that the run holds. */
  readonly onMemory?: ((heldBytes: number) => void) | undefined;
  /** Absent where it is never paused. */
  readonly pauses?: Pauses | undefined;
}

/** How a worker's run ended; `line` counts from 1 in the strategy file. */
export type WorkerOutcome =
  | { readonly kind: 'finished'; readonly result: ResultFrame }
  | { readonly kind: 'checked'; readonly check: CheckFrame }
  | {
      readonly kind: 'error';
      readonly code: BacktestErrorCode;
      readonly message: string;
      readonly line: number | null;
      /** Whether the run itself says so, which a strategy can make it do. */
      readonly claimed: boolean;
      /** Present where the process was killed, and not by us. */
      readonly killed?: true;
    };

type Failure = Extract<WorkerOutcome, { kind: 'error' }>;

/** SIGKILL, as Node names the signal and as a program's exit status does. */
export const KILLED: ReadonlySet<string> = new Set(['SIGKILL', '9']);

const START_TIMEOUT_MS = 120_000;
const METER_INTERVAL_MS = 1_000;
/** Frames that a run may send beside those with trades; no run has that many questions, or says so often how far it has come. */
const OTHER_FRAMES_MAX = 20_000;

/** One process that runs one job: started early, ready when the framework is imported, gone after the run. */
export class Worker {
  /** Whether it became ready; false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<ProcessEnd>;
  readonly #process: IsolatedProcess;
  readonly #limits: WorkerLimits;
  readonly #frames: AsyncGenerator<Frame>;
  readonly #logRead: Promise<void>;
  readonly #nowMs: () => number;
  #onLine: LogListener['onLine'];
  #onDropped: LogListener['onDropped'] = () => {};
  #failure: Failure | null = null;

  /** `onEarlyLine` gets what it logs before it has a job: ours, not a user's. */
  constructor(process: IsolatedProcess, limits: WorkerLimits, onEarlyLine: LogListener['onLine'], nowMs: () => number) {
    this.#process = process;
    this.#limits = limits;
    this.#onLine = onEarlyLine;
    this.#nowMs = nowMs;
    this.ended = process.ended;
    this.#frames = readFrames(process.output, limits.run);
    const listener: LogListener = {
      onLine: (line, atMs, source) => this.#onLine(line, atMs, source),
      onDropped: (lines) => this.#onDropped(lines),
      onFlood: (bytes) => this.#fail('output_limit_exceeded', messageOfFlood(bytes, limits.run)),
    };
    this.#logRead = readLogLines(process.log, limits.run.log, listener, nowMs);
    this.ready = this.#awaitReady();
  }

  /** Runs the job and ends the process; never rejects for what the worker does. */
  async run(job: WorkerJob, options: WorkerConnections): Promise<WorkerOutcome> {
    const cancel = () => this.#fail('cancelled', 'the run was cancelled');
    options.signal.addEventListener('abort', cancel);
    if (options.signal.aborted) cancel();
    try {
      if (!(await this.ready)) return this.#failure ?? endedEarly(await this.ended);
      this.#onLine = options.onLine;
      this.#onDropped = options.onDropped;
      return await this.#runReady(job, options);
    } finally {
      options.signal.removeEventListener('abort', cancel);
      await this.stop();
    }
  }

  /** Ends the process and waits until nothing of it is left. */
  async stop(): Promise<void> {
    this.#process.kill();
    await Promise.all([this.ended, this.#logRead]);
  }

  async #runReady(job: WorkerJob, connections: WorkerConnections): Promise<WorkerOutcome> {
    const { run } = this.#limits;
    const wall = this.#countdown(run.wallTimeMs, 'time_limit_exceeded', messageOfTime(run));
    const stall = this.#countdown(run.stallMs, 'no_progress', messageOfStall(run));
    const stopMeter = this.#meter(connections);
    const unfollow = connections.pauses?.follow((isPaused) => this.#setPaused(isPaused, [wall, stall]));
    try {
      const outcome = this.#readOutcome(connections, stall);
      const [last] = await Promise.all([outcome, this.#sendFiles(job.files, job.header)]);
      if (last.outcome !== null) this.#process.kill();
      // A limit that struck while the answer was under way counts: what was answered may be incomplete.
      return this.#failure ?? last.outcome ?? naturalFailure(await this.ended, last.started, this.#limits);
    } finally {
      unfollow?.();
      stopMeter();
      wall.stop();
      stall.stop();
    }
  }

  /** Reports the memory that the run holds and its processor time: what came before it, the imports, is the platform's. */
  #meter({ onProcessorTime, onMemory }: WorkerConnections): () => void {
    let toldMs = this.#process.processorMs;
    const tell = () => {
      const { processorMs, memoryBytes } = this.#process;
      if (processorMs > toldMs) onProcessorTime?.(processorMs - toldMs);
      toldMs = processorMs;
      onMemory?.(memoryBytes);
    };
    const timer = setInterval(tell, METER_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      tell();
    };
  }

  /** Paused time does not count as the run's. */
  #setPaused(isPaused: boolean, countdowns: readonly Countdown[]): void {
    for (const countdown of countdowns) isPaused ? countdown.pause() : countdown.resume();
    this.#process.setPaused(isPaused).catch((error: unknown) => this.#fail('platform_failed', String(error)));
  }

  /** Ends the run when the time is over; it has begun. */
  #countdown(durationMs: number, code: BacktestErrorCode, message: string): Countdown {
    const countdown = new Countdown(durationMs, () => this.#fail(code, message), this.#nowMs);
    countdown.restart();
    return countdown;
  }

  /** Answers one question of the run: it asks the next one only when it has this answer. */
  async #answer(frame: Extract<Frame, { kind: 'wanted' }>, onWanted: WorkerConnections['onWanted']): Promise<void> {
    try {
      const { files, reason } = await onWanted(frame.symbol, frame.timeframe);
      await this.#sendFiles(files, (fileBytes) => ({ files: fileBytes, reason }));
    } catch (error) {
      this.#fail('platform_failed', error instanceof Error ? error.message : String(error));
    }
  }

  async #handOn(trades: readonly TradeFrame[], onTrades: WorkerConnections['onTrades']): Promise<void> {
    try {
      await onTrades(trades);
    } catch (error) {
      if (error instanceof OutputLimitExceeded) return this.#fail('output_limit_exceeded', error.message);
      this.#fail('platform_failed', error instanceof Error ? error.message : String(error));
    }
  }

  /** Writes a header, built once the sizes of the files are known, and the files' bytes. */
  async #sendFiles(files: readonly string[], header: WorkerJob['header']): Promise<void> {
    const opened: FileHandle[] = [];
    try {
      // All at once: a file may be removed while a paused worker reads another one.
      for (const file of files) opened.push(await open(file));
      const sizes = await Promise.all(opened.map(async (file) => (await file.stat()).size));
      await this.#write(`${JSON.stringify(header(sizes))}\n`);
      for (const file of opened) {
        const pieces = file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
        for await (const piece of pieces) await this.#write(piece);
      }
    } catch (error) {
      this.#fail('platform_failed', error instanceof Error ? error.message : String(error));
    } finally {
      await Promise.all(opened.map((file) => file.close()));
    }
  }

  /** Waits while the worker doesn't read; what a worker that has ended would have read is dropped. */
  async #write(piece: string | Buffer): Promise<void> {
    const { input } = this.#process;
    if (!input.writable || input.write(piece)) return;
    const enough = new AbortController();
    const drained = once(input, 'drain', { signal: enough.signal }).catch(() => {});
    await Promise.race([drained, this.ended]);
    enough.abort();
  }

  async #awaitReady(): Promise<boolean> {
    const timer = setTimeout(() => this.#process.kill(), START_TIMEOUT_MS + (this.#limits.placingMs ?? 0));
    try {
      const { value, done } = await this.#frames.next();
      if (done !== true && value.kind === 'ready') return true;
      // How it ended by itself is what counts, and our own kill would hide it.
      if (done === true) await this.ended;
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#process.kill();
    return false;
  }

  async #readOutcome(
    connections: WorkerConnections,
    stall: Countdown,
  ): Promise<{ started: boolean; outcome: WorkerOutcome | null }> {
    let started = false;
    let others = 0;
    try {
      for await (const frame of this.#frames) {
        // The platform's own time does not count as the run's.
        stall.stop();
        if (frame.kind === 'finished') return { started, outcome: { kind: 'finished', result: frame.result } };
        if (frame.kind === 'checked') return { started, outcome: { kind: 'checked', check: frame.check } };
        if (frame.kind === 'failed') return { started, outcome: this.#failed(frame) };
        if (frame.kind !== 'trades') others += 1;
        if (others > OTHER_FRAMES_MAX) throw new ProtocolViolation(`more than ${OTHER_FRAMES_MAX} messages`, true);
        if (frame.kind === 'wanted') await this.#answer(frame, connections.onWanted);
        if (frame.kind === 'progress')
          connections.onProgress({ fraction: frame.fraction, simulatedMs: frame.simulated_ms });
        if (frame.kind === 'trades') await this.#handOn(frame.trades, connections.onTrades);
        started = true;
        stall.restart();
      }
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      const outcome = error.tooLarge
        ? failure('output_limit_exceeded', messageOfOutput(this.#limits.run))
        : failure('strategy_failed', error.message);
      return { started, outcome };
    }
    return { started, outcome: null };
  }

  #failed({ code, text, line }: Extract<Frame, { kind: 'failed' }>): Failure {
    return { ...failure(code, messageOfFailure(code, text, this.#limits), line), claimed: true };
  }

  #fail(code: BacktestErrorCode, message: string): void {
    this.#failure ??= failure(code, message);
    this.#process.kill();
  }
}

function failure(code: BacktestErrorCode, message: string, line: number | null = null): Failure {
  return { kind: 'error', code, message, line, claimed: false };
}

function endedEarly(end: ProcessEnd): Failure {
  return { ...failure('platform_failed', `the worker ended before its job: ${describeEnd(end)}`), ...killedIf(end) };
}

/** Only the kernel can tell a strategy's own SIGKILL from another's. */
function killedIf(end: ProcessEnd): Pick<Failure, 'killed'> {
  return end.kind === 'signalled' && KILLED.has(end.signal) ? { killed: true } : {};
}

/** A worker that ended without an answer: once it executes the strategy, that is the strategy's doing. */
function naturalFailure(end: ProcessEnd, started: boolean, limits: WorkerLimits): Failure {
  if (end.kind === 'limit_exceeded') return failure(end.limit, messageOfEnd(end, limits));
  if (!started || end.kind === 'killed' || end.kind === 'not_started') {
    return {
      ...failure('platform_failed', `the worker ended without an answer: ${describeEnd(end)}`),
      ...killedIf(end),
    };
  }
  return { ...failure('strategy_failed', `the strategy ended its own process: ${describeEnd(end)}`), ...killedIf(end) };
}

function describeEnd(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return `exit status ${end.exitCode}`;
    case 'signalled':
      return `signal ${end.signal}`;
    case 'limit_exceeded':
      return end.limit;
    case 'not_started':
      return end.reason;
    case 'killed':
      return 'stopped by the platform';
  }
}
