import type { Server } from 'node:http';
import type { Logger } from '@platform/logging';
import { WebSocketServer } from 'ws';
import type { Faults } from '../../../faults/faults.js';
import { VENUE_NAME } from '../faults.js';
import type { Venue } from '../venue.js';
import { Connection } from './connection.js';

const MESSAGE_BYTES_MAX = 64 * 1024;

/** Serves the WebSocket at `/ws` of an HTTP server, with the given headers on the handshake. */
export class WebSocketFeed {
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #faults: Faults | undefined;

  constructor(
    http: Server,
    venue: Venue,
    logger: Logger,
    headers: Readonly<Record<string, string>>,
    faults: Faults | undefined,
  ) {
    this.#faults = faults;
    this.#server = new WebSocketServer({ server: http, path: '/ws', maxPayload: MESSAGE_BYTES_MAX });
    this.#server.on('headers', (lines) => {
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    });
    this.#server.on('connection', (socket) => {
      const connection = new Connection(socket, venue, logger, faults);
      this.#connections.add(connection);
      socket.on('close', () => this.#connections.delete(connection));
      socket.on('error', (error) => logger.debug({ err: error }, 'a client of the sandbox venue failed'));
    });
  }

  /** Hangs up on every client. */
  async close(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Tells every client what became due, or hangs up on all of them while the venue is down. */
  tick(): void {
    if (this.#faults?.isDown(VENUE_NAME)) for (const socket of this.#server.clients) socket.terminate();
    for (const connection of this.#connections) connection.tick();
  }

  /** Tells clients what concerns their users; the markets have their own pace. */
  tellUsers(): void {
    for (const connection of this.#connections) connection.tellUsers();
  }
}
