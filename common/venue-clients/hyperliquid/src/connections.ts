import { errors, Pool } from 'undici';
import { z } from 'zod';

const CONNECT_TIMEOUT_MS = 3_000;
const CHECK_TIMEOUT_MS = 2_000;
const READ_CONNECTIONS_MAX = 16;
const WRITE_CONNECTIONS_MAX = 32;
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

const failure = z.object({ code: z.string() });
/** A connection that was never made. The same codes may come of one that stood, by another call of the system. */
const neverMade = z.object({ syscall: z.literal('connect') });
/** One for each of the addresses of a name. */
const noneMade = z.object({ errors: z.array(neverMade).min(1) });

/** An answer over HTTP, as it came. */
export interface VenueAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The connections to the venue: those of writes are their own, so that no write waits behind reads. No redirect is followed. */
export class Connections {
  readonly #reads: Pool;
  readonly #writes: Pool;
  readonly #prefix: string;
  #closing: Promise<unknown> | undefined;

  /** `localAddress`: which of this machine's addresses the venue sees; undefined: the system's choice. */
  constructor(url: string, localAddress?: string) {
    const { origin, pathname } = new URL(url);
    this.#prefix = pathname.replace(/\/$/, '');
    const options = {
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      ...(localAddress === undefined ? {} : { localAddress }),
      maxResponseSize: ANSWER_BYTES_MAX,
    };
    this.#reads = new Pool(origin, { ...options, connections: READ_CONNECTIONS_MAX });
    this.#writes = new Pool(origin, { ...options, connections: WRITE_CONNECTIONS_MAX });
  }

  /** Posts JSON text once. Rejects when no whole answer came before the signal. */
  async post(path: '/info' | '/exchange', body: string, signal: AbortSignal): Promise<VenueAnswer> {
    const pool = path === '/info' ? this.#reads : this.#writes;
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await pool.request({ method: 'POST', path: this.#prefix + path, headers, body, signal });
    const contentType = String(answer.headers['content-type'] ?? 'application/json');
    return { status: answer.statusCode, contentType, headers: answer.headers, text: await answer.body.text() };
  }

  /** Rejects unless the venue's server answers: any answer but a failure of its own. Asks for no data, which has a weight. */
  async check(): Promise<void> {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const { statusCode, body } = await this.#reads.request({ method: 'GET', path: `${this.#prefix}/`, signal });
    await body.dump();
    if (statusCode >= 500) throw new Error(`hyperliquid answered with status ${statusCode}`);
  }

  /** Gives up reads, and lets what is being sent be answered; harmless to repeat. */
  close(): Promise<unknown> {
    this.#closing ??= Promise.all([this.#reads.destroy(), this.#writes.close()]);
    return this.#closing;
  }
}

/** What a failure of the transport is called. */
export function codeOf(error: unknown): string {
  return failure.safeParse(error).data?.code ?? String(error);
}

/** Whether a failure is that no connection was made: nothing was sent. What can't be told is not. */
export function isNeverConnected(error: unknown): boolean {
  return neverMade.safeParse(error).success || noneMade.safeParse(error).success;
}

/** Whether a failure is that no answer came in time. */
export function isLate(error: unknown): boolean {
  return (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    (error instanceof Error && error.name === 'TimeoutError')
  );
}
