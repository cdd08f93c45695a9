import type { Server } from 'node:http';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { Budget } from './budget.js';
import { maySubscribe, readSchema } from './reads.js';

const PATH = '/ws';
const CLIENTS_MAX = 8;
const MESSAGES_PER_MINUTE_MAX = 600;
const WAITING_MAX = 200;
const MESSAGE_BYTES_MAX = 16 * 1024;
const VENUE_MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;

const messageSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('ping') }),
  z.object({ method: z.enum(['subscribe', 'unsubscribe']), subscription: readSchema }),
  z.object({ method: z.literal('post'), id: z.int() }),
]);

/** The dependencies of the WebSocket. */
export interface WebSocketParts {
  /** Address of the venue's WebSocket. */
  readonly url: string;
  readonly account: Address;
  /** Called when a connection to the venue is open that is not the first one: messages may have been missed in between. */
  readonly reconnected: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Passes subscriptions through: each client has a connection of its own to the venue. Only subscriptions pass, no actions. */
export class WebSocketProxy {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  readonly #parts: WebSocketParts;
  #hasConnected = false;

  constructor(http: Server, parts: WebSocketParts) {
    this.#parts = parts;
    http.on('upgrade', (request, socket, head) => {
      if (request.url !== PATH || this.#server.clients.size >= CLIENTS_MAX) socket.destroy();
      else this.#server.handleUpgrade(request, socket, head, (client) => this.#pass(client));
    });
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #pass(client: WebSocket): void {
    const { url, account, reconnected, clock, logger } = this.#parts;
    const venue = new WebSocket(url, { maxPayload: VENUE_MESSAGE_BYTES_MAX, handshakeTimeout: CONNECT_TIMEOUT_MS });
    const budget = new Budget(MESSAGES_PER_MINUTE_MAX, clock);
    const waiting: string[] = [];
    client.on('message', (data) => {
      const verdict = judge(data, account);
      if ('answer' in verdict) client.send(verdict.answer);
      else if (!budget.take() || waiting.length >= WAITING_MAX) client.terminate();
      else if (venue.readyState === WebSocket.OPEN) venue.send(verdict.message);
      else waiting.push(verdict.message);
    });
    venue.on('open', () => {
      if (this.#hasConnected) reconnected();
      this.#hasConnected = true;
      for (const message of waiting.splice(0)) venue.send(message);
    });
    venue.on('message', (data, isBinary) => {
      if (client.bufferedAmount > UNREAD_BYTES_MAX) client.terminate();
      else client.send(data, { binary: isBinary });
    });
    venue.on('close', () => client.terminate());
    client.on('close', () => venue.terminate());
    venue.on('error', (error) => logger.warn({ err: error }, 'the connection to the venue broke'));
    client.on('error', (error) => logger.debug({ err: error }, 'the connection to the bot broke'));
  }
}

type Verdict = { readonly message: string } | { readonly answer: string };

/** Returns the message to pass on, serialised again so that it is the one that was judged; or the answer in its place. */
function judge(data: RawData, account: Address): Verdict {
  const parsed = messageSchema.safeParse(parsedJson(String(data)));
  if (!parsed.success) return failure('Error parsing JSON into valid websocket request');
  const message = parsed.data;
  if (message.method === 'post') return answer('post', { id: message.id, response: NO_POSTS });
  if (message.method === 'ping' || maySubscribe(message.subscription, account))
    return { message: JSON.stringify(message) };
  return failure('This bot may not subscribe to this.');
}

const NO_POSTS = { type: 'error', payload: '422: This bot sends requests over HTTP.' };

function failure(text: string): Verdict {
  return answer('error', text);
}

function answer(channel: string, data: unknown): Verdict {
  return { answer: JSON.stringify({ channel, data }) };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
