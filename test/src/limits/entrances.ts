import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import mongoose from 'mongoose';
import { Mailbox } from '../processes/mailbox.js';
import { freeAddress, freePort, Processes } from '../processes/processes.js';

const MONGODB_URI = process.env['TEST_MONGODB_URI'] ?? '';
const NOBODY = 'http://127.0.0.1:1/graphql';

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A request to an entrance. */
export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The source address, one of this machine. */
  readonly from?: string;
}

/** The identity service, and two edges, a gateway with a facade each: processes as in production, one database. */
export class Entrances implements AsyncDisposable {
  /** Addresses of the gateways. */
  readonly gateways: string[] = [];
  /** Addresses of the facades, each before the gateway of its place. */
  readonly facades: string[] = [];

  private constructor(
    readonly mailbox: Mailbox,
    private readonly processes: Processes,
  ) {}

  /** Starts all of it; `limits` go to the identity service. */
  static async open(limits: Readonly<Record<string, string>>): Promise<Entrances> {
    const connection = await mongoose.createConnection(MONGODB_URI, { dbName: 'identity' }).asPromise();
    await connection.dropDatabase();
    await connection.close();
    const mailbox = await Mailbox.start();
    return Processes.make(async (processes) => {
      const entrances = new Entrances(mailbox, processes);
      await entrances.#start(limits);
      return entrances;
    }).catch(async (error: unknown) => {
      await mailbox[Symbol.asyncDispose]();
      throw error;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.processes[Symbol.asyncDispose]();
    await this.mailbox[Symbol.asyncDispose]();
  }

  async #start(limits: Readonly<Record<string, string>>): Promise<void> {
    const [grpc, subgraph] = [await freeAddress(), await freeAddress()];
    this.processes.run('identity', {
      ...limits,
      MONGODB_URI,
      SMTP_URL: this.mailbox.url,
      IDENTITY_HASH_SECRET: randomBytes(32).toString('base64'),
      GRPC_LISTEN: grpc,
      SUBGRAPH_LISTEN: subgraph,
    });
    for (let place = 0; place < 2; place += 1) await this.#startPlace(grpc, `http://${subgraph}/graphql`);
    await this.#until(`http://${subgraph}`, { path: '/health' }, 200);
    // The gateway, and the service behind it, have cached that the key is unknown.
    const stranger = { path: '/account/keys', headers: { authorization: 'Bearer nobody' } };
    for (const facade of this.facades) await this.#until(facade, stranger, 401);
  }

  async #startPlace(grpc: string, subgraphUrl: string): Promise<void> {
    const [gatewayPort, facadePort] = [await freePort(), await freePort()];
    const others = ['WALLET', 'CONTEXT', 'RUNTIME', 'EXECUTION'].map((name) => [`${name}_SUBGRAPH_URL`, NOBODY]);
    this.processes.run('edge', {
      ...Object.fromEntries(others),
      WORKLOAD_KEY_FILE: this.processes.tokens.keyFile('gateway'),
      PORT: String(facadePort),
      GATEWAY_PORT: String(gatewayPort),
      IDENTITY_GRPC_ADDRESS: grpc,
      ...Object.fromEntries(['RUNTIME', 'EXECUTION', 'WALLET'].map((name) => [`${name}_GRPC_ADDRESS`, '127.0.0.1:1'])),
      IDENTITY_SUBGRAPH_URL: subgraphUrl,
    });
    this.gateways.push(`http://127.0.0.1:${gatewayPort}`);
    this.facades.push(`http://127.0.0.1:${facadePort}`);
  }

  /** Waits until a process answers with this status. */
  async #until(address: string, question: Question, status: number): Promise<void> {
    await this.processes.until(
      `${address} answers`,
      () => ask(address, question),
      (answer) => answer.status === status,
    );
  }
}

/** Sends a request to one entrance: GET, or POST where there is a body. */
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
