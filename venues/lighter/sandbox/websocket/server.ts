import type { IncomingMessage, Server } from 'node:http';
import type { Logger } from '@platform/observability/logging';
import { WebSocketServer } from 'ws';
import type { Faults } from '../../../simulation/index.js';
import type { Venue } from '../answers.js';
import { VENUE_NAME } from '../faults.js';
import type { RequestLimits } from '../limits.js';
import type { Behaviour } from './behaviour.js';
import { Connection } from './connection.js';
import { CallerAddress } from './limits.js';
import type { TransactionEndpoints } from './transactions.js';

const MESSAGE_BYTES_MAX = 64 * 1024;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

interface WebSocketFeedOptions {
  /** Of the handshake. */
  readonly headers: Readonly<Record<string, string>>;
  readonly behaviour: Behaviour;
  readonly faults: Faults | undefined;
  readonly limits: RequestLimits;
  /** Where transactions are sent; undefined: there are no accounts. */
  readonly transactions: TransactionEndpoints | undefined;
  readonly logger: Logger;
}

/** Serves the WebSocket at `/stream` of an HTTP server. */
export class WebSocketFeed {
  readonly #server: WebSocketServer;
  readonly #venue: Venue;
  readonly #options: WebSocketFeedOptions;
  readonly #addresses = new Map<string, CallerAddress<Connection>>();
  readonly #closing = new AbortController();
  #sessions = 0;

  constructor(http: Server, venue: Venue, options: WebSocketFeedOptions) {
    this.#venue = venue;
    this.#options = options;
    this.#server = new WebSocketServer({
      server: http,
      path: '/stream',
      maxPayload: MESSAGE_BYTES_MAX,
      verifyClient: ({ req }, answer) => {
        if (this.#isDown) answer(false, UNAVAILABLE);
        else answer(this.#addressOf(req).mayConnect, TOO_MANY);
      },
    });
    this.#server.on('headers', (lines) => {
      for (const [name, value] of Object.entries(options.headers)) lines.push(`${name}: ${value}`);
    });
    this.#server.on('connection', (socket, request) => {
      const address = this.#addressOf(request);
      this.#sessions += 1;
      const ip = request.socket.remoteAddress ?? '';
      const shared = { venue, ...options, closing: this.#closing.signal, ip, sessionId: String(this.#sessions) };
      const connection = new Connection(socket, address, shared);
      address.connections.add(connection);
      socket.on('close', () => address.connections.delete(connection));
      socket.on('error', (error) => options.logger.debug({ err: error }, 'a client of the sandbox venue failed'));
    });
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#disconnect();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends every client its due messages, or closes all connections while the venue is down. */
  tick(): void {
    if (this.#isDown) this.#disconnect();
    else
      for (const { connections } of this.#addresses.values()) for (const connection of connections) connection.tick();
  }

  get #isDown(): boolean {
    return this.#options.faults?.isDown(VENUE_NAME) ?? false;
  }

  #disconnect(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  #addressOf({ socket }: IncomingMessage): CallerAddress<Connection> {
    const name = socket.remoteAddress ?? '';
    const address = this.#addresses.get(name) ?? new CallerAddress<Connection>(this.#venue.clock);
    this.#addresses.set(name, address);
    return address;
  }
}
