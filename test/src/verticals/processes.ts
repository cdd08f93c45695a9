/** A service as the process that it is in production, asked as its subgraph, without the rest of the platform. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type BundleName, bundleOf } from '@platform/bundles';
import { systemClock } from '@platform/clock';
import type { Caller } from '@platform/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/tokens/testing';

const POLL_INTERVAL_MS = 50;
const START_MS_MAX = 20_000;

/** A GraphQL answer. */
export interface GraphAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  readonly data?: any;
  readonly errors?: readonly { message: string; extensions: { code: string } }[];
}

type Service = 'identity' | 'wallet' | 'execution';

/** A running service. */
export class Vertical implements AsyncDisposable {
  private constructor(
    private readonly name: Service,
    private readonly graphqlUrl: string,
    private readonly tokens: TestTokens,
    private readonly process: ChildProcess,
  ) {}

  /** Starts a service; ready when `probe`, a query, is answered. */
  static async start(name: Service, environment: Readonly<Record<string, string>>, probe: string): Promise<Vertical> {
    const tokens = await createTestTokens(systemClock);
    const [grpcPort, httpPort] = [await freePort(), await freePort()];
    const shared = {
      ...environment,
      TRUSTED_KEYS_FILE: tokens.trustedKeysFile,
      WORKLOAD_KEY_FILE: tokens.keyFile(name),
      CURSOR_SECRET: randomBytes(32).toString('base64'),
      GRPC_LISTEN: `127.0.0.1:${grpcPort}`,
      SUBGRAPH_LISTEN: `127.0.0.1:${httpPort}`,
      LOG_LEVEL: 'warn',
    };
    const vertical = new Vertical(name, `http://127.0.0.1:${httpPort}/graphql`, tokens, run(name, shared));
    await vertical.#untilServing(probe).catch(async (error: unknown) => {
      await vertical[Symbol.asyncDispose]();
      throw error;
    });
    return vertical;
  }

  /** Asks the subgraph as the gateway would for a caller: an account's id stands for a key of it that may do everything. */
  async ask(caller: Caller | string, query: string, variables: Record<string, unknown> = {}): Promise<GraphAnswer> {
    const token = await this.tokens.mint(typeof caller === 'string' ? testUser(caller) : caller, this.name);
    const response = await fetch(this.graphqlUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-request-id': 'r1' },
      body: JSON.stringify({ query, variables }),
    });
    return response.json() as Promise<GraphAnswer>;
  }

  /** Stops it with SIGTERM; gives its exit code. */
  async stop(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.kill('SIGTERM')) await once(this.process, 'exit');
    return this.process.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.tokens.remove();
  }

  async #untilServing(probe: string): Promise<void> {
    const giveUpAtMs = performance.now() + START_MS_MAX;
    while (!(await this.#serves(probe))) {
      if (performance.now() > giveUpAtMs || this.process.exitCode !== null)
        throw new Error(`${this.name} did not start`);
      await wait(POLL_INTERVAL_MS);
    }
  }

  async #serves(probe: string): Promise<boolean> {
    const answer = await this.ask('acc_probe', probe).catch(() => undefined);
    return answer !== undefined && answer.errors?.[0]?.extensions.code !== 'service_unavailable';
  }
}

/** Runs a process of the platform with this environment and no other. */
export function run(name: BundleName, environment: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [bundleOf(name)], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
