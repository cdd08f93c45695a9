import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readDescriptor, until } from '../platform/index.js';
import { preparedDirectory } from '../platform/prepared.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** How long a killed process may take to end. */
const MOMENT_MS = 200;
const ATTEMPTS_MAX = 5;
let dataDirectory: string;
let npm: ChildProcess | undefined;
let output: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'npm-start-'));
});

afterEach(async () => {
  for (const pid of await started()) process.kill(pid, 'SIGKILL');
  await rm(dataDirectory, { recursive: true, force: true });
});

/** A command as a user types it; its processes are recognised by their data directory. */
function run(...command: string[]): ChildProcess {
  const { NODE_OPTIONS: _jestOnly, ...inherited } = process.env;
  const own = { DATA_DIR: dataDirectory, PORT: '0', GATEWAY_PORT: '0', LOG_LEVEL: 'warn' };
  npm = spawn('npm', command, { cwd: ROOT, env: { ...inherited, ...own }, stdio: ['ignore', 'pipe', 'ignore'] });
  output = '';
  npm.stdout?.on('data', (piece: Buffer) => {
    output += piece;
  });
  return npm;
}

/** The processes that have the data directory in their environment or arguments. */
async function started(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = pids.map(async (pid) => {
    const texts = ['environ', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => ''));
    return (await Promise.all(texts)).join('\0').includes(dataDirectory) ? [Number(pid)] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Sends SIGTERM to npm alone, as its caller does; returns how it ended. */
async function stop(command: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const ended = once(command, 'exit');
  command.kill('SIGTERM');
  const [code, signal] = await ended;
  return { code, signal };
}

// The quickstart is a newcomer's first command; where one starts again, the history has been collected.
test.each([
  [['start'], preparedDirectory()],
  [['run', 'quickstart'], undefined],
])(
  'SIGTERM to npm %j ends the whole platform',
  async (command, prepared) => {
    if (prepared !== undefined) await cp(prepared, dataDirectory, { recursive: true });
    const beganAtMs = performance.now();
    const running = run(...command);
    const descriptor = await until(
      'the platform',
      () => readDescriptor(dataDirectory),
      (found) => found !== undefined,
    );
    const processes = Object.entries(descriptor?.processes ?? {});
    expect(processes).toHaveLength(12);
    const said = await until(
      'the line that says how long the start took',
      async () => /^ready in (\d+\.\d) s$/m.exec(output),
      (found) => found !== null,
    );
    const seconds = (performance.now() - beganAtMs) / 1_000;
    expect(Number(said?.[1])).toBeGreaterThan(1);
    expect(Number(said?.[1])).toBeLessThanOrEqual(seconds);
    expect(await stop(running)).toEqual({ code: 0, signal: null });
    expect(processes.filter(([, pid]) => existsSync(`/proc/${pid}`))).toEqual([]);
    expect(await started()).toEqual([]);
  },
  300_000,
);

/** Returns the commands of the started processes. */
async function commands(): Promise<string[]> {
  const lines = (await started()).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).map((line) => line.replaceAll('\0', ' '));
}

/** Starts, and returns the command while it builds; a busy machine may poll too late, and then starts again. */
async function runUntilItBuilds(): Promise<ChildProcess> {
  const isBuild = (line: string) => /\btsc -b/.test(line);
  const isSupervisor = (line: string) => /dist\/supervisor\.js/.test(line) && !line.includes('run-built');
  for (let attempt = 1; ; attempt += 1) {
    const running = run('start');
    const either = (lines: string[]) => lines.some((line) => isBuild(line) || isSupervisor(line));
    const seen = await until('the build', commands, either, { pollIntervalMs: 10 });
    if (seen.some(isBuild)) return running;
    if (attempt === ATTEMPTS_MAX) throw new Error(`no build was seen in ${ATTEMPTS_MAX} starts`);
    await stop(running);
  }
}

test('SIGTERM while npm start still builds leaves nothing running', async () => {
  const running = await runUntilItBuilds();
  await stop(running);
  // Less than a build takes that was left to itself.
  await sleep(MOMENT_MS);
  expect(await started()).toEqual([]);
  expect(await readDescriptor(dataDirectory)).toBeUndefined();
}, 300_000);
