import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { monotonicMs } from '@platform/kit/clock';
import { venueIds } from '@platform/venues/registry';
import type { Told } from '../asked.js';
import { PROXY } from '../control.js';

/** How long a question waits for a service that is being started again. */
const LINK_MS_MAX = 20_000;
/** How long a service may take to show that it runs. */
const PING_MS_MAX = 2_000;
/** Less than a bot waits for its order: one that it has given up is not sent. */
const ORDER_LINK_MS_MAX = 15_000;
const LOOK_MS = 50;
const CONNECTIONS_MAX = 1_000;

/** Asks over the links that services have opened for it what bots want to know of their venues, and of their account's proxy. */
export class Questions {
  readonly #sessions = new Set<ClientHttp2Session>();
  readonly #servers: Server[] = [];

  /** Asks over a link too, until it ends. */
  take(link: TLSSocket): void {
    const session = connect('http://service', {
      createConnection: () => link,
      maxOutstandingPings: CONNECTIONS_MAX,
    });
    session.on('error', () => {});
    session.once('close', () => this.#sessions.delete(session));
    this.#sessions.add(session);
  }

  /** Serves bots on a socket for each venue's feed, and on one for the proxy of their account, in a folder. */
  async serve(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const venue of venueIds)
      await this.#listen(
        questionSocketOf(folder, venue),
        (request, response) => void this.#answer(venue, request, response),
      );
    await this.#listen(proxySocketOf(folder), (request, response) => void this.#answerOrder(request, response));
  }

  async #listen(path: string, onRequest: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
    const server = createServer(onRequest);
    server.maxConnections = CONNECTIONS_MAX;
    await rm(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
    this.#servers.push(server);
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
    for (const session of this.#sessions) session.destroy();
  }

  async #answer(venue: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      tell(response, await this.#ask(`/${venue}${request.url ?? ''}`, await bodyOf(request)));
    } catch {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ reason: 'the feed can not be reached' }));
    }
  }

  /** What has no answer gets none: the bot's connection ends, as where its proxy is on its machine and has ended. */
  async #answerOrder(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await bodyOf(request);
      const session = await this.#session(monotonicMs() + ORDER_LINK_MS_MAX);
      // Once: whether an order without an answer was placed is for its bot to find out.
      tell(response, await askOver(session, `/${PROXY}${request.url ?? ''}`, body));
    } catch {
      response.destroy();
    }
  }

  /** Questions change nothing: one whose link ends is asked again. */
  async #ask(path: string, body: Buffer): Promise<Told> {
    const giveUpAtMs = monotonicMs() + LINK_MS_MAX;
    for (;;) {
      const session = await this.#session(giveUpAtMs);
      try {
        return await askOver(session, path, body);
      } catch (error) {
        if (monotonicMs() > giveUpAtMs) throw error;
      }
      await sleep(LOOK_MS);
    }
  }

  /** The newest link that answers now: the service at the other end may be gone without a word, or stand still. */
  async #session(giveUpAtMs: number): Promise<ClientHttp2Session> {
    for (;;) {
      for (const session of [...this.#sessions].reverse()) if (await answersNow(session)) return session;
      if (monotonicMs() > giveUpAtMs) throw new Error('there is no link');
      await sleep(LOOK_MS);
    }
  }
}

/** Whether a service answers at the end of a link, which takes a program that runs. */
async function answersNow(session: ClientHttp2Session): Promise<boolean> {
  if (session.closed || session.destroyed) return false;
  const answered = Promise.withResolvers<boolean>();
  if (!session.ping((error) => answered.resolve(error === null))) return false;
  const over = new AbortController();
  try {
    return await Promise.race([answered.promise, sleep(PING_MS_MAX, false, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

function tell(response: ServerResponse, { status, text }: Told): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

/** Where bots ask about a venue. */
export function questionSocketOf(folder: string, venue: string): string {
  return join(folder, `${venue}.sock`);
}

/** Where live bots speak to the proxy of their account. */
export function proxySocketOf(folder: string): string {
  return join(folder, `${PROXY}.sock`);
}

async function askOver(session: ClientHttp2Session, path: string, body: Buffer): Promise<Told> {
  const stream = session.request({ ':method': 'POST', ':path': path });
  // Where its session ends it only closes.
  const over = new AbortController();
  stream.once('close', () => over.abort());
  const responded = once(stream, 'response', { signal: over.signal });
  stream.end(body);
  const [headers]: { ':status'?: number }[] = await responded;
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  // Cut off: what came of it may be a part.
  if (stream.rstCode !== 0 || !stream.readableEnded) throw new Error('the link has ended');
  return { status: headers?.[':status'] ?? 503, text: Buffer.concat(pieces).toString() };
}
