import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BundleName, bundleOf } from '@platform/bundler';
import { createTestTokens, type TestTokens } from '@platform/keys/tokens/testing';
import { systemClock } from '@platform/kit/clock';
import { until } from '../platform/wait.js';

const POLL_INTERVAL_MS = 50;
const START_MS_MAX = 60_000;
/** The time-out of a test's hook that starts processes. With less, an aborted hook leaves them running: jest then never ends. */
export const PROCESSES_HOOK_MS_MAX = 3 * START_MS_MAX;

/** Single processes of the platform, each as in production, which trust one another and know nothing of the rest. */
export class Processes implements AsyncDisposable {
  readonly #started: ChildProcess[] = [];

  private constructor(
    readonly tokens: TestTokens,
    /** The folder of their objects. */
    private readonly objects: string,
  ) {}

  /** Makes something of processes; where that fails, those that were started end. */
  static async make<Made>(work: (processes: Processes) => Promise<Made>): Promise<Made> {
    const objects = await mkdtemp(join(tmpdir(), 'objects-'));
    const processes = new Processes(await createTestTokens(systemClock), objects);
    return work(processes).catch(async (error: unknown) => {
      await processes[Symbol.asyncDispose]();
      throw error;
    });
  }

  /** Starts one with its own keys, the folder of their objects, this environment and no other. */
  run(name: BundleName, environment: Readonly<Record<string, string>>, stdout: 'ignore' | 'pipe' = 'ignore') {
    const { trustedKeysFile, keyFile } = this.tokens;
    const own = {
      TRUSTED_KEYS_FILE: trustedKeysFile,
      WORKLOAD_KEY_FILE: keyFile(name),
      OBJECT_STORE_URL: pathToFileURL(this.objects).href,
      LOG_LEVEL: 'warn',
    };
    const child = spawn(process.execPath, [bundleOf(name)], {
      env: { PATH: process.env['PATH'], ...own, ...environment },
      stdio: ['ignore', stdout, 'inherit'],
    });
    this.#started.push(child);
    return child;
  }

  /** Polls until the answer is the expected one; throws when a process has ended meanwhile. */
  async until<Answer>(what: string, ask: () => Promise<Answer>, hoped: (answer: Answer) => boolean): Promise<Answer> {
    const isEnded = () => this.#started.some(({ exitCode }) => exitCode !== null);
    const hopedOrEnded = (answer: Answer | undefined) => isEnded() || (answer !== undefined && hoped(answer));
    const times = { pollIntervalMs: POLL_INTERVAL_MS, timeoutMs: START_MS_MAX };
    const answer = await until(what, () => ask().catch(() => undefined), hopedOrEnded, times);
    if (answer === undefined || !hoped(answer)) throw new Error(`a process ended before ${what}`);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#started.map(stopProcess));
    await this.tokens.remove();
    await rm(this.objects, { recursive: true });
  }
}

/** Stops a process, unless it ended by itself, and waits for its end; returns its exit code. */
export async function stopProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  return child.exitCode;
}

/** Returns a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** An address of this machine that nothing listens on. */
export async function freeAddress(): Promise<string> {
  return `127.0.0.1:${await freePort()}`;
}
