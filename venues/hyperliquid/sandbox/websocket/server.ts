import type { IncomingMessage, Server } from 'node:http';
import type { Logger } from '@platform/observability/logging';
import { WebSocketServer } from 'ws';
import type { Faults } from '../../../simulation/index.js';
import { VENUE_NAME } from '../faults.js';
import type { Venue } from '../venue.js';
import { Connection } from './connection.js';
import { CallerAddress, type ConnectionLimits } from './limits.js';

const MESSAGE_BYTES_MAX = 64 * 1024;
const TOO_MANY = 429;

/** Serves the WebSocket at `/ws` of an HTTP server, with the given headers on the handshake. */
export class WebSocketFeed {
  readonly #server: WebSocketServer;
  readonly #addresses = new Map<string, CallerAddress<Connection>>();
  readonly #faults: Faults | undefined;

  constructor(
    http: Server,
    venue: Venue,
    options: {
      readonly headers: Readonly<Record<string, string>>;
      readonly limits: ConnectionLimits;
      readonly faults: Faults | undefined;
      readonly logger: Logger;
    },
  ) {
    const { headers, limits, faults, logger } = options;
    this.#faults = faults;
    this.#server = new WebSocketServer({
      server: http,
      path: '/ws',
      maxPayload: MESSAGE_BYTES_MAX,
      verifyClient: ({ req }, answer) => answer(this.#addressOf(req).mayConnect(limits, venue.clock.nowMs()), TOO_MANY),
    });
    this.#server.on('headers', (lines) => {
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    });
    this.#server.on('connection', (socket, request) => {
      const address = this.#addressOf(request);
      const connection = new Connection(socket, address, { venue, logger, faults });
      address.connections.add(connection);
      socket.on('close', () => address.connections.delete(connection));
      socket.on('error', (error) => logger.debug({ err: error }, 'a client of the sandbox venue failed'));
    });
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends every client its due messages, or closes all connections while the venue is down. */
  tick(): void {
    if (this.#faults?.isDown(VENUE_NAME)) for (const socket of this.#server.clients) socket.terminate();
    for (const connection of this.#connections()) connection.tick();
  }

  /** Sends clients the messages of their users; market messages come with the ticks. */
  tellUsers(): void {
    for (const connection of this.#connections()) connection.tellUsers();
  }

  #connections(): Connection[] {
    return [...this.#addresses.values()].flatMap(({ connections }) => [...connections]);
  }

  #addressOf({ socket }: IncomingMessage): CallerAddress<Connection> {
    const name = socket.remoteAddress ?? '';
    const address = this.#addresses.get(name) ?? new CallerAddress<Connection>();
    this.#addresses.set(name, address);
    return address;
  }
}
