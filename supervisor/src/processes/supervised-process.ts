// Why: docs/decisions/supervisor/processes-and-commands.md
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '@platform/kit/clock';
import { EXIT_CONFIGURATION } from '@platform/kit/config';
import { launch } from './launch.js';
import type { ProcessSpec } from './process-spec.js';
import type { RunRecord } from './run-record.js';

/** A part that fails this often before it was ever ready will not become so by itself. */
const START_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 5_000;
/** A run that was ready for this long was a good one: the next failure is a first one again. */
const GOOD_RUN_MS = 10_000;
const STOP_TIMEOUT_MS = 12_000;
const LOG_LINES_SHOWN = 5;
const LOG_BYTES_MAX = 64 * 1024 * 1024;

/** How a run ended. */
interface End {
  /** The rest of a sentence that begins with the name of the process. */
  readonly ending: string;
  /** Whether it reported that its settings or data have to be changed first. */
  readonly isMisconfigured: boolean;
}

/** A process could not be started before it was ever ready; the message ends with the last lines of its log, or is the one that says what to change. */
export class ProcessFailed extends Error {
  override readonly name = 'ProcessFailed';
}

/** The dependencies and callbacks of a supervised process. */
export interface Surroundings {
  clock: Clock;
  record: RunRecord;
  logFile: string;
  /** A line for the person who watches. */
  say: (line: string) => void;
  /** The process is ready, the first time or again after a restart. */
  onReady: () => void;
}

/** One process that is kept running from `start` to `stop`. */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  readonly #surroundings: Surroundings;
  readonly #stop = new AbortController();
  #child: ChildProcess | undefined;
  #running: Promise<void> = Promise.resolve();
  #readyPid: number | undefined;
  #isUnrecorded = false;

  constructor(spec: ProcessSpec, surroundings: Surroundings) {
    this.spec = spec;
    this.#surroundings = surroundings;
  }

  /** The id of the run that became ready last; `undefined` before the first. */
  get pid(): number | undefined {
    return this.#readyPid;
  }

  /** Resolves when the process is first ready; rejects when it fails again and again before. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#running = this.#keepRunning(resolve).catch(reject);
    });
  }

  /** Stops it, and kills it when it has not ended in time; resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const child = this.#child;
    child?.kill('SIGTERM');
    const timer = setTimeout(() => {
      this.#surroundings.say(`${this.spec.name} does not stop: killed`);
      child?.kill('SIGKILL');
    }, STOP_TIMEOUT_MS);
    await this.#running;
    clearTimeout(timer);
  }

  async #keepRunning(onFirstReady: () => void): Promise<void> {
    const { clock, say } = this.#surroundings;
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      const { ending, isMisconfigured, readyForMs } = await this.#runOnce(onFirstReady).catch(neverStarted);
      if (this.#stop.signal.aborted) return;
      if (isMisconfigured && this.#readyPid === undefined) throw new ProcessFailed(this.#lastLogLines(1).join());
      failures = readyForMs >= GOOD_RUN_MS ? 1 : failures + 1;
      const what = `${this.spec.name} ${ending} (see ${this.#surroundings.logFile})`;
      if (this.#readyPid === undefined && failures >= START_ATTEMPTS)
        throw new ProcessFailed([what, ...this.#lastLogLines()].join('\n'));
      const pauseMs = failures === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 2), PAUSE_MS_MAX);
      say(`${what}: started again${pauseMs === 0 ? '' : ` in ${pauseMs} ms`}`);
      // Aborted: the loop ends by its condition.
      await clock.sleep(pauseMs, this.#stop.signal).catch(() => undefined);
    }
  }

  /** From start to end of one run. */
  async #runOnce(onFirstReady: () => void): Promise<End & { readonly readyForMs: number }> {
    const { clock, record, onReady } = this.#surroundings;
    const child = this.#spawn();
    this.#child = child;
    const ended = new Promise<End>((resolve) => {
      child.once('error', (error) =>
        resolve({ ending: `could not be started: ${error.message}`, isMisconfigured: false }),
      );
      child.once('exit', (code, signal) => {
        const ending = signal === null ? `exited with ${code}` : `was ended by ${signal}`;
        resolve({ ending, isMisconfigured: code === EXIT_CONFIGURATION });
      });
    });
    const { pid } = child;
    if (pid !== undefined) this.#note(() => record.add(this.spec.name, pid));
    const run = new AbortController();
    let readyAtMs = Number.POSITIVE_INFINITY;
    const readiness = this.spec.awaitReady(run.signal).then(
      () => {
        if (run.signal.aborted) return;
        readyAtMs = clock.nowMs();
        this.#readyPid = child.pid;
        onFirstReady();
        onReady();
      },
      (error) => {
        // A wait ends with an error when the run it waits for has ended; any other is a fault of the check.
        if (run.signal.aborted) return;
        this.#surroundings.say(`${this.spec.name} cannot be checked: ${reasonOf(error)}`);
        child.kill('SIGTERM');
      },
    );
    const end = await ended;
    run.abort();
    this.#note(() => record.remove(this.spec.name));
    this.#child = undefined;
    await readiness;
    return { ...end, readyForMs: clock.nowMs() - readyAtMs };
  }

  /** A record that can't be written, on a full disk for example, keeps no process from running; that is logged once. */
  #note(write: () => void): void {
    try {
      write();
      this.#isUnrecorded = false;
    } catch (error) {
      if (!this.#isUnrecorded)
        this.#surroundings.say(`which processes run could not be written down: ${reasonOf(error)}`);
      this.#isUnrecorded = true;
    }
  }

  #lastLogLines(lines = LOG_LINES_SHOWN): string[] {
    return readFileSync(this.#surroundings.logFile, 'utf8').trimEnd().split('\n').slice(-lines);
  }

  /** In a session of its own, so that Ctrl-C reaches the supervisor alone; output to a file, so that it can outlive it. */
  #spawn(): ChildProcess {
    const { file, args } = launch(this.spec.command());
    const output = openLog(this.#surroundings.logFile);
    try {
      return spawn(file, args, { detached: true, env: this.spec.environment, stdio: ['ignore', output, output] });
    } finally {
      closeSync(output);
    }
  }
}

/** A failed start of a process is retried like a failure of its own. */
function neverStarted(error: unknown): End & { readonly readyForMs: number } {
  return { ending: `could not be started: ${reasonOf(error)}`, isMisconfigured: false, readyForMs: 0 };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Opens a log for appending; one that has grown large is kept as the one before. */
function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}
