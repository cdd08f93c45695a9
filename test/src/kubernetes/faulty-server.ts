import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Cluster } from './api-server.js';
import type { ClusterClient } from './client.js';

/** One of so many requests is refused, and one of so many has no answer. */
const REFUSED_EVERY = 7;
const UNANSWERED_EVERY = 11;
/** So long a watch lasts. */
const WATCH_MS_MAX = 1_500;
const SET = /\/statefulsets\/[^/?]+$/;

const expired = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'Expired',
  message: 'too old',
  code: 410,
};

/**
 * Stands before an API server, as what is between a service and a cluster on a bad day: it refuses, cuts off what is watched, loses answers to what was
 * done, and lets others write first. What it lets through is the server's own.
 */
export class FaultyServer {
  /** How often each happened. */
  readonly counts = {
    tooManyRequests: 0,
    lostAnswers: 0,
    cutWatches: 0,
    expiredStatuses: 0,
    expiredEvents: 0,
    conflicts: 0,
  };
  readonly #agent: Agent;
  readonly #server: Server;
  readonly #admin: ClusterClient;
  #requests = 0;
  #watches = 0;
  #changes = 0;
  #url = '';

  private constructor(
    private readonly cluster: Cluster,
    ca: string,
  ) {
    this.#agent = new Agent({ ca, keepAlive: true });
    this.#admin = cluster.as('admin');
    this.#server = createServer((asked, answered) => {
      this.#answer(asked, answered).catch(() => answered.destroy());
    });
  }

  static async start(cluster: Cluster, ca: string): Promise<FaultyServer> {
    const faulty = new FaultyServer(cluster, ca);
    faulty.#server.listen(0, '127.0.0.1');
    await once(faulty.#server, 'listening');
    // It listens on a port, not on a socket in the file system.
    const { port } = faulty.#server.address() as AddressInfo;
    faulty.#url = `http://127.0.0.1:${port}`;
    return faulty;
  }

  get url(): string {
    return this.#url;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
    this.#agent.destroy();
  }

  async #answer(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of asked as AsyncIterable<Buffer>) pieces.push(piece);
    const body = Buffer.concat(pieces);
    if (new URL(asked.url ?? '/', this.#url).searchParams.get('watch') === 'true') {
      await this.#answerWatch(asked, answered);
      return;
    }
    this.#requests += 1;
    if (this.#requests % REFUSED_EVERY === 0) {
      this.counts.tooManyRequests += 1;
      answered.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
      answered.end(JSON.stringify({ ...expired, reason: 'TooManyRequests', message: 'busy', code: 429 }));
      return;
    }
    if (asked.method === 'PUT') await this.#writeFirst(asked);
    await this.#pass(asked, answered, body, this.#requests % UNANSWERED_EVERY === 0);
  }

  /** Every second change meets another one. */
  async #writeFirst({ url = '' }: IncomingMessage): Promise<void> {
    if (!SET.test(url)) return;
    this.#changes += 1;
    if (this.#changes % 2 === 1)
      await this.#admin.merge(url, { metadata: { annotations: { changed: String(this.#changes) } } });
  }

  async #pass(asked: IncomingMessage, answered: ServerResponse, body: Buffer, isLost: boolean): Promise<void> {
    const sent = this.#send(asked);
    sent.end(body);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('the server gave no answer');
    const text: Buffer[] = [];
    for await (const piece of response as AsyncIterable<Buffer>) text.push(piece);
    if (response.statusCode === 409) this.counts.conflicts += 1;
    if (isLost) {
      this.counts.lostAnswers += 1;
      answered.destroy();
      return;
    }
    answered.writeHead(response.statusCode ?? 502, { 'content-type': response.headers['content-type'] });
    answered.end(Buffer.concat(text));
  }

  /** In turn: refused as too old, told that it is too old, cut off. */
  async #answerWatch(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    this.#watches += 1;
    if (this.#watches % 3 === 2) {
      this.counts.expiredStatuses += 1;
      answered.writeHead(410, { 'content-type': 'application/json' });
      answered.end(JSON.stringify(expired));
      return;
    }
    const isToldExpired = this.#watches % 3 === 0;
    const sent = this.#send(asked);
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('the server gave no answer');
    answered.writeHead(response.statusCode ?? 502, { 'content-type': response.headers['content-type'] });
    answered.flushHeaders();
    response.pipe(answered, { end: false });
    response.on('error', () => answered.destroy());
    const timer = setTimeout(() => {
      response.unpipe(answered);
      response.destroy();
      if (isToldExpired) {
        this.counts.expiredEvents += 1;
        answered.end(`${JSON.stringify({ type: 'ERROR', object: expired })}\n`);
      } else {
        this.counts.cutWatches += 1;
        answered.destroy();
      }
    }, WATCH_MS_MAX);
    answered.once('close', () => {
      clearTimeout(timer);
      response.destroy();
    });
  }

  #send({ method, url, headers }: IncomingMessage) {
    const { host: _, 'transfer-encoding': __, connection: ___, ...passed } = headers;
    return request(new URL(url ?? '/', this.cluster.url), { method, headers: passed, agent: this.#agent });
  }
}
