import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the stub treats one request of `POST /exchange`. */
export type Behaviour =
  | { readonly answer: unknown }
  | { readonly text: string; readonly status?: number }
  | 'silence'
  | 'hang_up'
  | 'half_an_answer';

/** A request of `POST /exchange` as received. */
export interface SentAction {
  readonly action: Record<string, unknown>;
  readonly nonce: number;
  readonly signature: unknown;
  readonly expiresAfter: number;
}

/** Stands in for the venue to inject transport faults; it implements none of the venue's rules. */
export class StubVenue {
  readonly sent: SentAction[] = [];
  readonly infos: Record<string, unknown>[] = [];
  /** For every request of `POST /exchange`. */
  behaviour: Behaviour = { answer: { status: 'ok', response: { type: 'default' } } };
  /** Whether the venue's health check succeeds. */
  isUp = true;
  /** Answers `POST /info`; undefined closes the connection. */
  info: (request: Record<string, unknown>) => unknown = () => undefined;
  /** Called before a request of `POST /exchange` is answered. */
  onSent: () => Promise<void> = async () => {};
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** Listens on a free port. */
  static async start(): Promise<StubVenue> {
    const venue = new StubVenue();
    venue.#server.listen(0, '127.0.0.1');
    await once(venue.#server, 'listening');
    return venue;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.writeHead(this.isUp ? 404 : 502).end();
      return;
    }
    const body = JSON.parse((await request.toArray()).join(''));
    if (request.url === '/info') {
      this.infos.push(body);
      const answer = this.info(body);
      if (answer === undefined) response.destroy();
      else response.end(JSON.stringify(answer));
      return;
    }
    this.sent.push(body);
    await this.onSent();
    behave(this.behaviour, response);
  }
}

function behave(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === 'silence') return;
  if (behaviour === 'hang_up') response.destroy();
  else if (behaviour === 'half_an_answer') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"status":"ok","resp', () => response.destroy());
  } else if ('text' in behaviour) response.writeHead(behaviour.status ?? 200).end(behaviour.text);
  else response.end(JSON.stringify(behaviour.answer));
}
