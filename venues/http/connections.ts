import { errors, Pool } from 'undici';
import { z } from 'zod';

const CONNECT_TIMEOUT_MS = 3_000;
const CHECK_TIMEOUT_MS = 2_000;
const READ_CONNECTIONS_MAX = 16;
const WRITE_CONNECTIONS_MAX = 32;
/** The largest documented answer, all markets with their state, is smaller than 1 MiB. */
const ANSWER_MEBIBYTES_MAX = 16;

const failure = z.object({ code: z.string() });
/** A connection that was never made. An established connection may fail with the same codes, but from another system call. */
const neverMade = z.object({ syscall: z.literal('connect') });
/** One error for each of the addresses of a name. */
const noneMade = z.object({ errors: z.array(neverMade).min(1) });

/** An unparsed answer over HTTP. */
export interface VenueAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** What a request has besides its path and its body. */
export interface RequestTerms {
  /** Undefined: POST where it has a body, GET otherwise. */
  readonly method?: 'DELETE' | undefined;
  /** What the body is; undefined: JSON text. */
  readonly contentType?: 'application/json' | 'application/x-www-form-urlencoded' | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of the connections. */
interface ConnectionsOptions {
  /** Base of the venue's API. */
  readonly url: string;
  /** The local address that the venue sees; undefined: the system's choice. */
  readonly localAddress?: string | undefined;
}

/** The connections to a venue: writes have their own, so that no write waits behind reads. Redirects are not followed. */
export class VenueConnections {
  readonly #reads: Pool;
  readonly #writes: Pool;
  readonly #prefix: string;
  #closing: Promise<unknown> | undefined;

  constructor({ url, localAddress }: ConnectionsOptions) {
    const { origin, pathname } = new URL(url);
    this.#prefix = pathname.replace(/\/$/, '');
    const options = {
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      ...(localAddress === undefined ? {} : { localAddress }),
      maxResponseSize: ANSWER_MEBIBYTES_MAX * 1024 * 1024,
    };
    this.#reads = new Pool(origin, { ...options, connections: READ_CONNECTIONS_MAX });
    this.#writes = new Pool(origin, { ...options, connections: WRITE_CONNECTIONS_MAX });
  }

  /** Sends one read: posts the body, or fetches the path where there is none. Rejects when no whole answer came before the signal. */
  read(path: string, body: string | undefined, signal: AbortSignal, terms: RequestTerms = {}): Promise<VenueAnswer> {
    return this.#send(this.#reads, path, body, signal, terms);
  }

  /** Sends what changes something, once. Rejects when no whole answer came before the signal. */
  write(path: string, body: string | undefined, signal: AbortSignal, terms: RequestTerms = {}): Promise<VenueAnswer> {
    return this.#send(this.#writes, path, body, signal, terms);
  }

  /** Rejects unless the venue's server answers: any answer counts except its own failure. Asks for no data, which has a weight. */
  async check(): Promise<void> {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const { statusCode, body } = await this.#reads.request({ method: 'GET', path: `${this.#prefix}/`, signal });
    await body.dump();
    if (statusCode >= 500) throw new Error(`the venue answered with status ${statusCode}`);
  }

  /** Aborts reads, and waits for the answers to writes under way; can be repeated. */
  close(): Promise<unknown> {
    this.#closing ??= Promise.all([this.#reads.destroy(), this.#writes.close()]);
    return this.#closing;
  }

  async #send(
    pool: Pool,
    path: string,
    body: string | undefined,
    signal: AbortSignal,
    { method, contentType: sent = 'application/json', headers }: RequestTerms,
  ): Promise<VenueAnswer> {
    const accepted = { ...headers, accept: 'application/json' };
    const answer = await pool.request({
      path: this.#prefix + path,
      signal,
      ...(body === undefined
        ? { method: method ?? 'GET', headers: accepted }
        : { method: method ?? 'POST', headers: { ...accepted, 'content-type': sent }, body }),
    });
    const contentType = String(answer.headers['content-type'] ?? 'application/json');
    return { status: answer.statusCode, contentType, headers: answer.headers, text: await answer.body.text() };
  }
}

/** Returns the code of a transport failure. */
export function codeOf(error: unknown): string {
  if (isTooLarge(error)) return `the answer is larger than ${ANSWER_MEBIBYTES_MAX} MiB`;
  return failure.safeParse(error).data?.code ?? String(error);
}

/** Returns whether a failure means that the answer was larger than any documented one. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof errors.ResponseExceededMaxSizeError;
}

/** Returns whether a failure means that no connection was made, so nothing was sent; false where that is uncertain. */
export function isNeverConnected(error: unknown): boolean {
  return neverMade.safeParse(error).success || noneMade.safeParse(error).success;
}

/** Returns whether a failure is a time-out. */
export function isLate(error: unknown): boolean {
  return (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    (error instanceof Error && error.name === 'TimeoutError')
  );
}
