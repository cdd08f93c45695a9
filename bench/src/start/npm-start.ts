import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readDescriptor } from '@platform/test/platform';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const POLL_INTERVAL_MS = 20;
const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 30_000;
/** Place of the parent's id behind the closing parenthesis of the command's name in /proc/<pid>/stat. */
const PARENT = 1;

/** A platform that runs as whoever types `npm start` has it. */
export interface Running {
  /** From the command to the descriptor. */
  readonly readyMs: number;
  /** Every process of it by name, the supervisor too. */
  readonly processes: ReadonlyMap<string, number>;
}

/** Runs `npm start` on a data directory, has it used, and stops it. */
export async function withNpmStart(dataDirectory: string, use: (running: Running) => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  const command = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDirectory, PORT: '0', GATEWAY_PORT: '0', LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    // A group of its own: it is stopped as Ctrl-C stops what runs in a terminal.
    detached: true,
  });
  const ended = once(command, 'exit');
  try {
    const processes = await processesOf(dataDirectory);
    await use({ readyMs: performance.now() - startedAtMs, processes });
  } finally {
    process.kill(-(command.pid ?? Number.NaN), 'SIGTERM');
    await ended;
    await until('its end', STOP_MS_MAX, async () => ((await readDescriptor(dataDirectory)) ? undefined : true));
  }
}

async function processesOf(dataDirectory: string): Promise<ReadonlyMap<string, number>> {
  const { processes } = await until('the descriptor', READY_MS_MAX, () => readDescriptor(dataDirectory));
  const { gateway } = processes;
  if (gateway === undefined) throw new Error('no gateway is running');
  return new Map([...Object.entries(processes), ['supervisor', await parentOf(gateway)]]);
}

async function parentOf(processId: number): Promise<number> {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[PARENT]);
}

async function until<Found>(what: string, timeoutMs: number, look: () => Promise<Found | undefined>): Promise<Found> {
  const startedAtMs = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - startedAtMs > timeoutMs) throw new Error(`waited in vain for ${what}`);
    await wait(POLL_INTERVAL_MS);
  }
}
