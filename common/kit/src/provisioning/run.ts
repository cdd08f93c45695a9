import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isCode } from './lock.js';

const KEPT_LINES = 20;

/** A child process that could not be started, failed, or ran out of time; the message ends with its last lines. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  /** The exit code; `null` when it was ended by a signal or never started. */
  readonly exitCode: number | null;

  constructor(message: string, exitCode: number | null) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** How a child process is run. */
export interface RunOptions {
  /** Its whole environment: nothing is inherited. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /** The time after which it is killed. */
  timeoutMs: number;
  /** Also kills it, and everything that it has started: it then runs as a process group. */
  signal?: AbortSignal;
  /** Called with each line of its standard output and standard error. */
  onLine?: (line: string) => void;
}

/** Runs a program without a shell and waits for it; rejects with `CommandFailed` unless it exits with 0. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const lastLines: string[] = [];
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]),
      killSignal: 'SIGKILL',
      detached: options.signal !== undefined,
    });
    const fail = (what: string, code: number | null = null) =>
      reject(new CommandFailed([`${command} ${what}`, ...lastLines].join('\n'), code));
    const take = (line: string) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      options.onLine?.(line);
    };
    createInterface({ input: child.stdout }).on('line', take);
    createInterface({ input: child.stderr }).on('line', take);
    child.on('error', (error) => {
      if (options.signal !== undefined && child.pid !== undefined) killGroup(child.pid);
      if (error.name !== 'AbortError') fail(`could not be run: ${error.message}`);
      else fail(timeout.aborted ? `was killed after ${options.timeoutMs} ms` : 'was told to stop');
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else fail(signal === null ? `exited with ${code}` : `was ended by ${signal}`, code);
    });
  });
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // No process of the group is left.
    if (!isCode(error, 'ESRCH')) throw error;
  }
}

/**
 * Returns the path of the first program that may be run: by the folders in their order, then by its possible names. `searchPath` is a
 * `PATH`, of which relative folders are left out: what stands in the working directory is nobody's program. Undefined where there is none.
 */
export function findProgram(searchPath: string | undefined, names: readonly string[]): string | undefined {
  const folders = searchPath?.split(delimiter).filter(isAbsolute) ?? [];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
