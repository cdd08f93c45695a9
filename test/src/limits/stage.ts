/** The identity service, and two gateways with a facade each: processes as in production, one database. */
import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { BundleName } from '@platform/bundles';
import { systemClock } from '@platform/clock';
import { createTestTokens, type TestTokens } from '@platform/tokens/testing';
import mongoose from 'mongoose';
import { Mailbox } from '../verticals/mailbox.js';
import { freePort, run } from '../verticals/processes.js';

const MONGODB_URI = process.env['TEST_MONGODB_URI'] ?? '';
const NOBODY = 'http://127.0.0.1:1/graphql';
const POLL_INTERVAL_MS = 50;
const START_MS_MAX = 60_000;

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What is asked of an entrance. */
export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The address of this machine that it comes from. */
  readonly from?: string;
}

/** Everything that runs. */
export class Stage implements AsyncDisposable {
  readonly #processes: ChildProcess[] = [];
  /** Addresses of the gateways. */
  readonly gateways: string[] = [];
  /** Addresses of the facades, each before the gateway of its place. */
  readonly facades: string[] = [];

  private constructor(
    readonly mailbox: Mailbox,
    private readonly tokens: TestTokens,
  ) {}

  /** Starts all of it; `limits` go to the identity service. */
  static async start(limits: Readonly<Record<string, string>>): Promise<Stage> {
    const connection = await mongoose.createConnection(MONGODB_URI, { dbName: 'identity' }).asPromise();
    await connection.dropDatabase();
    await connection.close();
    const stage = new Stage(await Mailbox.start(), await createTestTokens(systemClock));
    try {
      await stage.#startAll(limits);
    } catch (error) {
      await stage[Symbol.asyncDispose]();
      throw error;
    }
    return stage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      this.#processes.map(async (child) => {
        if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      }),
    );
    await this.mailbox[Symbol.asyncDispose]();
    await this.tokens.remove();
  }

  async #startAll(limits: Readonly<Record<string, string>>): Promise<void> {
    const [grpc, subgraph] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const shared = { TRUSTED_KEYS_FILE: this.tokens.trustedKeysFile, LOG_LEVEL: 'warn' };
    this.#run('identity', {
      ...shared,
      ...limits,
      MONGODB_URI,
      SMTP_URL: this.mailbox.url,
      IDENTITY_HASH_SECRET: randomBytes(32).toString('base64'),
      GRPC_LISTEN: grpc,
      SUBGRAPH_LISTEN: subgraph,
    });
    for (let place = 0; place < 2; place += 1) await this.#startPlace(grpc, `http://${subgraph}/graphql`, shared);
    await this.#until(`http://${subgraph}`, { path: '/health' }, 200);
    // The facade's gateway, and the service behind it, know the key to be nobody's.
    const stranger = { path: '/account/keys', headers: { authorization: 'Bearer nobody' } };
    for (const facade of this.facades) await this.#until(facade, stranger, 401);
  }

  async #startPlace(grpc: string, subgraphUrl: string, shared: Readonly<Record<string, string>>): Promise<void> {
    const [gatewayPort, facadePort] = [await freePort(), await freePort()];
    const others = ['WALLET', 'CONTEXT', 'RUNTIME', 'EXECUTION'].map((name) => [`${name}_SUBGRAPH_URL`, NOBODY]);
    this.#run('gateway', {
      ...shared,
      ...Object.fromEntries(others),
      GATEWAY_PORT: String(gatewayPort),
      IDENTITY_GRPC_ADDRESS: grpc,
      IDENTITY_SUBGRAPH_URL: subgraphUrl,
      WORKLOAD_KEY_FILE: this.tokens.keyFile('gateway'),
    });
    this.#run('rest-facade', {
      LOG_LEVEL: 'warn',
      PORT: String(facadePort),
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}/graphql`,
      WORKLOAD_KEY_FILE: this.tokens.keyFile('rest-facade'),
    });
    this.gateways.push(`http://127.0.0.1:${gatewayPort}`);
    this.facades.push(`http://127.0.0.1:${facadePort}`);
  }

  #run(name: BundleName, environment: Readonly<Record<string, string>>): void {
    this.#processes.push(run(name, environment));
  }

  /** Waits until a process answers with this status. */
  async #until(address: string, question: Question, status: number): Promise<void> {
    const giveUpAtMs = performance.now() + START_MS_MAX;
    for (;;) {
      const answer = await ask(address, question).catch(() => undefined);
      if (answer?.status === status) return;
      if (performance.now() > giveUpAtMs || this.#processes.some(({ exitCode }) => exitCode !== null))
        throw new Error(`${address} did not start`);
      await wait(POLL_INTERVAL_MS);
    }
  }
}

/** Asks one entrance: GET, or POST where there is a body. */
export function ask(address: string, { path, headers = {}, body, from = '127.0.0.1' }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      localAddress: from,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    };
    const request = httpRequest(address + path, options, (response) => {
      response
        .toArray()
        .then((chunks) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
        .catch(reject);
    });
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
