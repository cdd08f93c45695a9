import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { monotonicMs } from '@platform/kit/clock';
import { clientNetworkOf, isWithin } from '../client-network.js';
import { Refusals, type WriteRefusal } from './refusals.js';
import type { ConnectionLimits } from './settings.js';

/** How late a time-out is noticed, at most. */
const CHECK_INTERVAL_MS = 1_000;
/** A request's line and headers. */
const HEAD_BYTES_MAX = 16 * 1024;

/** Why a connection was cut: too many of its client, too many of all, or an answer that its client does not take. */
export type CutReason = 'client_limit' | 'connections_limit' | 'answer_timeout';

interface Connection {
  readonly socket: Socket;
  /** Undefined for a proxy: many clients come through it. */
  readonly client: string | undefined;
  /** Whether it has shown a valid credential. */
  isTrusted: boolean;
  /** The requests under way on it. */
  exchange:
    | {
        readonly request: IncomingMessage;
        readonly response: ServerResponse;
        /** Since when its client has been taking the answer; of a stream, since when it takes nothing of what was written. */
        startedAtMs: number;
        isStream: boolean;
      }
    | undefined;
}

/**
 * The connections of a server that faces callers: each has time-outs, and their number is limited. A client that opens too many loses its
 * oldest idle ones, so that a new connection is served beside thousands that are idle.
 */
export class Connections {
  readonly #bySocket = new Map<Socket, Connection>();
  // Each set is ordered by the latest activity: the most recently active connection is last.
  readonly #trusted = new Set<Connection>();
  readonly #untrusted = new Set<Connection>();
  readonly #untrustedByClient = new Map<string, Set<Connection>>();
  readonly #isProxy: (address: string) => boolean;
  readonly #refusals: Refusals;

  constructor(
    private readonly options: {
      readonly limits: ConnectionLimits;
      /** Addresses and networks of proxies, through which many clients come. */
      readonly trustedProxies: readonly string[];
      /** Writes the body of the answer to a request that is malformed, too long or too slow. */
      readonly writeRefusal: WriteRefusal;
      readonly onCut: (reason: CutReason) => void;
    },
  ) {
    this.#isProxy = isWithin(options.trustedProxies);
    const isAnswered = (socket: Socket) => this.#bySocket.get(socket)?.exchange?.response.headersSent === true;
    this.#refusals = new Refusals(options.writeRefusal, isAnswered);
  }

  /** Returns a server whose connections are bounded; it does not listen yet. */
  createServer(listener: RequestListener): Server {
    const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = this.options.limits;
    const server = createServer({
      headersTimeout: Math.min(headersTimeoutMs, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: HEAD_BYTES_MAX,
      // The listener refuses requests without one, with its own message (headFaultOf).
      requireHostHeader: false,
    });
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('request', (request, response) => this.#begin(request, response));
    server.on('request', listener);
    // The listener also refuses an expectation that cannot be met.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('clientError', (error, socket: Socket) => this.#refusals.refuse(error, socket));
    const sweep = setInterval(() => this.#cutLateAnswers(), CHECK_INTERVAL_MS).unref();
    server.on('close', () => clearInterval(sweep));
    return server;
  }

  /** Returns whether the connection of a request has shown a valid credential. */
  isTrusted({ socket }: IncomingMessage): boolean {
    return this.#bySocket.get(socket)?.isTrusted === true;
  }

  /** The connection of a request that showed a valid credential no longer counts as its client's. */
  trust({ socket }: IncomingMessage): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined || connection.isTrusted) return;
    this.#leave(connection);
    connection.isTrusted = true;
    this.#join(connection);
  }

  /**
   * The answer to a request goes on until its client or the platform ends it: it is late only where its client does not take what was
   * written. Its connection showed a valid credential.
   */
  stream(request: IncomingMessage): void {
    this.trust(request);
    const exchange = this.#bySocket.get(request.socket)?.exchange;
    if (exchange !== undefined) exchange.isStream = true;
  }

  #add(socket: Socket): void {
    const address = socket.remoteAddress;
    // It closed before this check.
    if (address === undefined) return;
    const client = this.#isProxy(address) ? undefined : clientNetworkOf(address);
    const connection: Connection = { socket, client, isTrusted: false, exchange: undefined };
    this.#bySocket.set(socket, connection);
    this.#join(connection);
    socket.on('close', () => this.#remove(connection));
    const ofClient = client === undefined ? undefined : this.#untrustedByClient.get(client);
    const { unauthenticatedPerClientMax, connectionsMax } = this.options.limits;
    if (ofClient !== undefined && ofClient.size > unauthenticatedPerClientMax)
      this.#makeRoom('client_limit', connection, ofClient);
    else if (this.#bySocket.size > connectionsMax)
      this.#makeRoom('connections_limit', connection, this.#untrusted, this.#trusted);
  }

  /** Cuts the connection that has been idle for longest; the newest only where all others are being served. */
  #makeRoom(reason: CutReason, newest: Connection, ...ranks: readonly ReadonlySet<Connection>[]): void {
    for (const rank of ranks)
      for (const connection of rank)
        if (connection !== newest && !isServed(connection)) {
          this.#cut(connection, reason);
          return;
        }
    this.#cut(newest, reason);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined) return;
    const exchange = { request, response, startedAtMs: monotonicMs(), isStream: false };
    connection.exchange = exchange;
    response.on('close', () => {
      if (connection.exchange !== exchange) return;
      connection.exchange = undefined;
      if (!this.#bySocket.has(connection.socket)) return;
      this.#leave(connection);
      this.#join(connection);
    });
  }

  #cutLateAnswers(): void {
    const nowMs = monotonicMs();
    const startedBeforeMs = nowMs - this.options.limits.answerTimeoutMs;
    for (const connection of this.#bySocket.values()) {
      const { exchange } = connection;
      if (exchange?.isStream === true && exchange.response.writableLength === 0) exchange.startedAtMs = nowMs;
      if (connection.exchange !== undefined && connection.exchange.startedAtMs < startedBeforeMs)
        this.#cut(connection, 'answer_timeout');
    }
  }

  #cut(connection: Connection, reason: CutReason): void {
    // At once, not when the socket reports it: the next connection must find the slot free.
    this.#remove(connection);
    connection.socket.destroy();
    this.options.onCut(reason);
  }

  #remove(connection: Connection): void {
    this.#bySocket.delete(connection.socket);
    this.#leave(connection);
  }

  #join(connection: Connection): void {
    const { client, isTrusted } = connection;
    (isTrusted ? this.#trusted : this.#untrusted).add(connection);
    if (isTrusted || client === undefined) return;
    const ofClient = this.#untrustedByClient.get(client) ?? new Set();
    this.#untrustedByClient.set(client, ofClient.add(connection));
  }

  #leave(connection: Connection): void {
    this.#trusted.delete(connection);
    this.#untrusted.delete(connection);
    const { client } = connection;
    const ofClient = client === undefined ? undefined : this.#untrustedByClient.get(client);
    if (client === undefined || ofClient === undefined) return;
    ofClient.delete(connection);
    if (ofClient.size === 0) this.#untrustedByClient.delete(client);
  }
}

/** A request has arrived completely, and its answer is not sent yet. */
function isServed({ exchange }: Connection): boolean {
  return exchange?.request.complete === true;
}
