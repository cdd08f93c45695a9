import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readDescriptor, until } from '@platform/test/platform';
import { statOf } from '../processes.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const POLL_INTERVAL_MS = 20;
/** The index of the parent's id in the kernel's fields of a process. */
const PARENT = 1;

/** A platform as a user of `npm start` runs it. */
export interface Running {
  /** From the command to the descriptor. */
  readonly readyMs: number;
  /** Every process of the platform by name, the supervisor too. */
  readonly processes: ReadonlyMap<string, number>;
}

/** Runs `npm start` on a data directory, calls `use`, and stops it. */
export async function withNpmStart(dataDirectory: string, use: (running: Running) => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  const command = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDirectory, PORT: '0', GATEWAY_PORT: '0', LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    // A separate process group: it is stopped as Ctrl-C stops a command in a terminal.
    detached: true,
  });
  const ended = once(command, 'exit');
  try {
    const processes = await processesOf(dataDirectory);
    await use({ readyMs: performance.now() - startedAtMs, processes });
  } finally {
    if (command.pid !== undefined && command.exitCode === null) process.kill(-command.pid, 'SIGTERM');
    await ended;
    // The command may end before the platform that it started.
    await until(
      'its end',
      () => readDescriptor(dataDirectory),
      (found) => found === undefined,
    );
  }
}

async function processesOf(dataDirectory: string): Promise<ReadonlyMap<string, number>> {
  const isRunning = (found: unknown) => found !== undefined;
  const ask = () => readDescriptor(dataDirectory);
  const descriptor = await until('the descriptor', ask, isRunning, { pollIntervalMs: POLL_INTERVAL_MS });
  const { edge, ...others } = descriptor?.processes ?? {};
  if (edge === undefined) throw new Error('no edge is running');
  const supervisor = Number((await statOf(edge))[PARENT]);
  return new Map(Object.entries({ ...others, edge, supervisor }));
}
