import { errors, Pool } from 'undici';
import { type Answer, TIMED_OUT, UNREACHABLE } from './answer.js';

const CONNECTIONS_MAX = 8;
const CONNECT_TIMEOUT_MS = 3_000;
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;

/** The venue over HTTP. Nothing is ever sent twice. */
export class Venue {
  readonly #pool: Pool;
  readonly #path: string;

  /** `timeoutMs` bounds the wait for the answer's head, and each pause in its body. */
  constructor(url: string, { timeoutMs }: { timeoutMs: number }) {
    const { origin, pathname } = new URL(url);
    this.#path = pathname.replace(/\/$/, '');
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS_MAX,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: RESPONSE_BYTES_MAX,
    });
  }

  /** Posts JSON text and gives the answer unchanged; `TIMED_OUT` or `UNREACHABLE` where there is none. */
  async post(path: '/info' | '/exchange', body: string): Promise<Answer> {
    try {
      const headers = { 'content-type': 'application/json' };
      const answer = await this.#pool.request({ method: 'POST', path: this.#path + path, headers, body });
      const contentType = String(answer.headers['content-type'] ?? 'application/json');
      return { status: answer.statusCode, contentType, body: await answer.body.text() };
    } catch (error) {
      const isLate = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
      return isLate ? TIMED_OUT : UNREACHABLE;
    }
  }

  /** Asks for something to decide by. Throws when there is no answer of JSON. */
  async ask(request: object): Promise<unknown> {
    const { status, body } = await this.post('/info', JSON.stringify(request));
    if (status !== 200) throw new Error(`the venue answered a read with ${status}`);
    return JSON.parse(body);
  }

  /** Lets requests in flight finish, then closes the connections. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
