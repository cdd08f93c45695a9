import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { IsolatedProcess, ProcessEnd } from '../../runners/runner.js';
import type { BacktestErrorCode } from '../framework.js';
import { type Frame, ProtocolViolation, type ResultFrame, readFrames } from './frames.js';
import { type LogLimits, readLogLines } from './log-lines.js';

/** What a worker is given: a header in JSON, then its files' bytes in the same order. */
export interface WorkerJob {
  /** Builds the header once the sizes of the files are known. */
  header(fileBytes: readonly number[]): object;
  readonly files: readonly string[];
}

/** What one run may take, beside what its processes may use. */
export interface RunLimits {
  readonly wallTimeMs: number;
  readonly outputBytes: number;
  readonly log: LogLimits;
}

/** How a worker's run ended; `line` counts from 1 in the strategy file. */
export type WorkerOutcome =
  | { readonly kind: 'finished'; readonly result: ResultFrame }
  | {
      readonly kind: 'error';
      readonly code: BacktestErrorCode;
      readonly message: string;
      readonly line: number | null;
    };

type Failure = Extract<WorkerOutcome, { kind: 'error' }>;

const START_TIMEOUT_MS = 120_000;

const MESSAGES: Readonly<Record<Exclude<BacktestErrorCode, 'strategy_failed' | 'platform_failed'>, string>> = {
  time_limit_exceeded: 'the run took longer than it may',
  memory_limit_exceeded: 'the run needed more memory than it may use',
  process_limit_exceeded: 'the run started more processes or threads than it may',
  output_limit_exceeded: 'the run logged or wrote more than it may',
  cancelled: 'the run was cancelled',
};

/** One process that runs one job: started early, ready when the framework is imported, gone after the run. */
export class Worker {
  /** Whether it came to be ready; false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<ProcessEnd>;
  readonly #process: IsolatedProcess;
  readonly #limits: RunLimits;
  readonly #frames: AsyncGenerator<Frame>;
  readonly #logRead: Promise<void>;
  #onLine: (line: string) => void;
  #failure: Failure | null = null;

  /** `onEarlyLine` gets what it logs before it has a job: ours, not a user's. */
  constructor(process: IsolatedProcess, limits: RunLimits, onEarlyLine: (line: string) => void) {
    this.#process = process;
    this.#limits = limits;
    this.#onLine = onEarlyLine;
    this.ended = process.ended;
    this.#frames = readFrames(process.output, limits.outputBytes);
    this.#logRead = readLogLines(process.log, limits.log, {
      onLine: (line) => this.#onLine(line),
      onFlood: () => this.#fail('output_limit_exceeded'),
    });
    this.ready = this.#awaitReady();
  }

  /** Runs the job and ends the process; never rejects for what the worker does. */
  async run(job: WorkerJob, options: { signal: AbortSignal; onLine: (line: string) => void }): Promise<WorkerOutcome> {
    const cancel = () => this.#fail('cancelled');
    options.signal.addEventListener('abort', cancel);
    if (options.signal.aborted) cancel();
    try {
      if (!(await this.ready)) return this.#failure ?? endedEarly(await this.ended);
      this.#onLine = options.onLine;
      return await this.#runReady(job);
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

  async #runReady(job: WorkerJob): Promise<WorkerOutcome> {
    const timer = setTimeout(() => this.#fail('time_limit_exceeded'), this.#limits.wallTimeMs);
    try {
      const [last] = await Promise.all([this.#readOutcome(), this.#send(job)]);
      if (last.outcome !== null) this.#process.kill();
      // A limit that struck while the answer was under way counts: what was answered may be incomplete.
      return this.#failure ?? last.outcome ?? naturalFailure(await this.ended, last.started);
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(job: WorkerJob): Promise<void> {
    try {
      await pipeline(() => this.#content(job), this.#process.input);
    } catch {
      // A file that can't be read has been told; else the worker has ended, and how is told by its end.
    }
  }

  async *#content(job: WorkerJob): AsyncGenerator<string | Buffer> {
    try {
      const sizes = await Promise.all(job.files.map(async (file) => (await stat(file)).size));
      yield `${JSON.stringify(job.header(sizes))}\n`;
      for (const file of job.files) yield* createReadStream(file) as AsyncIterable<Buffer>;
    } catch (error) {
      this.#fail('platform_failed', error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  async #awaitReady(): Promise<boolean> {
    const timer = setTimeout(() => this.#process.kill(), START_TIMEOUT_MS);
    try {
      const { value, done } = await this.#frames.next();
      if (done !== true && value.kind === 'ready') return true;
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#process.kill();
    return false;
  }

  async #readOutcome(): Promise<{ started: boolean; outcome: WorkerOutcome | null }> {
    let started = false;
    try {
      for await (const frame of this.#frames) {
        if (frame.kind === 'finished') return { started, outcome: { kind: 'finished', result: frame.result } };
        if (frame.kind === 'failed') return { started, outcome: failure(frame.code, frame.text, frame.line) };
        started = true;
      }
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      const code = error.tooLarge ? 'output_limit_exceeded' : 'strategy_failed';
      return { started, outcome: failure(code, error.message) };
    }
    return { started, outcome: null };
  }

  #fail(code: BacktestErrorCode, message?: string): void {
    this.#failure ??= failure(code, message);
    this.#process.kill();
  }
}

function failure(code: BacktestErrorCode, text = '', line: number | null = null): Failure {
  const explained = code === 'strategy_failed' || code === 'platform_failed' ? text : MESSAGES[code];
  return { kind: 'error', code, message: explained, line };
}

function endedEarly(end: ProcessEnd): Failure {
  return failure('platform_failed', `the worker ended before its job: ${describeEnd(end)}`);
}

/** A worker that ended without an answer: once it executes the strategy, that is the strategy's doing. */
function naturalFailure(end: ProcessEnd, started: boolean): Failure {
  if (end.kind === 'limit_exceeded') return failure(end.limit);
  if (!started || end.kind === 'killed' || end.kind === 'not_started') {
    return failure('platform_failed', `the worker ended without an answer: ${describeEnd(end)}`);
  }
  return failure('strategy_failed', `the strategy ended its own process: ${describeEnd(end)}`);
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
