import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { seededRandom } from '@platform/kit/sampling';

/** What happens to requests on their way. */
export interface FaultOptions {
  readonly seed: number;
  /** The share of requests that never arrive. */
  readonly lostBefore: number;
  /** The share whose answer is lost: the platform has done what was asked. */
  readonly lostAfter: number;
  /** Breaks each stream after so many of its parts. Default: none is broken. */
  readonly partsOfStream?: number;
}

/** A network between a caller and the platform: it loses requests, and answers, and breaks streams. */
export class FaultProxy implements AsyncDisposable {
  lostBefore = 0;
  lostAfter = 0;
  passed = 0;
  streams = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #random: () => number;

  private constructor(
    private readonly target: string,
    private readonly options: FaultOptions,
  ) {
    this.#random = seededRandom(options.seed);
    this.#server = createServer((incoming, outgoing) => {
      this.#pass(incoming, outgoing).catch(() => incoming.socket.destroy());
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** Starts one before the platform at an address. */
  static async open(target: string, options: FaultOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(target, options);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const drawn = this.#random();
    if (drawn < this.options.lostBefore) {
      this.lostBefore += 1;
      incoming.socket.destroy();
      return;
    }
    const answer = await this.#ask(incoming, body);
    if (answer.headers['content-type']?.startsWith('text/event-stream') === true) return this.#stream(answer, outgoing);
    const text = await buffer(answer);
    if (drawn < this.options.lostBefore + this.options.lostAfter) {
      this.lostAfter += 1;
      incoming.socket.destroy();
      return;
    }
    this.passed += 1;
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(text);
  }

  #ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = request(new URL(url ?? '/', this.target), { method: method ?? 'GET', headers, agent: false });
      outgoing.on('response', resolve).on('error', reject).end(body);
    });
  }

  #stream(answer: IncomingMessage, outgoing: ServerResponse): void {
    this.streams += 1;
    let parts = 0;
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('data', (part: Buffer) => {
      parts += 1;
      // What it has passed on arrives: a stream that breaks with each of its parts would never get on.
      const { partsOfStream: last = Number.POSITIVE_INFINITY } = this.options;
      if (parts <= last) outgoing.write(part, () => parts >= last && outgoing.socket?.destroy());
    });
    answer.on('end', () => outgoing.end());
    outgoing.on('close', () => answer.destroy());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
