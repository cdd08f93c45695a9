import type { IncomingHttpHeaders } from 'node:http';
import { PlatformError } from '@platform/errors';
import { traceHeaders } from '@platform/observability/tracing';
import type { GrpcTls } from '@platform/rpc/grpc';
import { buildConnector, type Dispatcher, errors, Pool } from 'undici';

const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS_MAX = 128;
/** The largest response of the platform: it keeps a few callers from filling the memory of processes that forward responses. */
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

/** A request to a peer; `body` is JSON text. */
export interface JsonQuestion {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bounds this response instead of the peer's own limit. */
  readonly timeoutMs?: number;
}

/** The response of a peer. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The response of a peer, not parsed. */
export interface UnreadAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/**
 * A client of a process of the platform that answers JSON over HTTP, with kept-alive connections. It never retries, and the
 * caller's own deadline or disconnect does not cancel a request.
 */
export class JsonPeer {
  readonly #pool: Pool;
  readonly #tls: GrpcTls | undefined;
  /** New connections use the current certificates. */
  readonly #renew = () => {
    this.#connect = connectorOf(this.#tls);
  };
  #connect: buildConnector.connector;

  /** `timeoutMs` bounds the wait for the response head, and each pause in its body. */
  constructor(origin: string, { timeoutMs, tls }: { readonly timeoutMs: number; readonly tls?: GrpcTls | undefined }) {
    this.#tls = tls;
    this.#connect = connectorOf(tls);
    tls?.addIdentityCertificateListener(this.#renew);
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS_MAX,
      connect: (options, done) => this.#connect(options, done),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: RESPONSE_BYTES_MAX,
    });
  }

  /**
   * Returns the response, whatever its status. Rejects with `service_unavailable`, `deadline_exceeded` on a time-out, and
   * `response_too_large`.
   */
  async ask(question: JsonQuestion): Promise<JsonAnswer> {
    const { status, headers, bytes } = await this.askUnread(question);
    try {
      return { status, headers, body: JSON.parse(bytes.toString()) };
    } catch (cause) {
      throw new PlatformError('service_unavailable', { cause });
    }
  }

  /** As `ask`, with the body unparsed: for callers that only forward it. */
  askUnread({ timeoutMs, body, ...question }: JsonQuestion): Promise<UnreadAnswer> {
    const limits = timeoutMs === undefined ? {} : { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    return new Promise((resolve, reject) => {
      const headers = { ...question.headers, ...traceHeaders() };
      this.#pool.dispatch({ ...question, ...limits, headers, body: body ?? null }, new AnswerReader(resolve, reject));
    });
  }

  /** Waits for requests in flight, then closes the connections. */
  close(): Promise<void> {
    this.#tls?.removeIdentityCertificateListener(this.#renew);
    return this.#pool.close();
  }
}

/** With TLS the process shows its own certificate, and believes a peer of the platform alone. */
function connectorOf(tls: GrpcTls | undefined): buildConnector.connector {
  return buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...tls?.pem });
}

/** Collects a response; undici's own methods create streams and promises that cost as much as the request itself. */
class AnswerReader implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];

  constructor(
    private readonly resolve: (answer: UnreadAnswer) => void,
    private readonly reject: (error: PlatformError) => void,
  ) {}

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first;
    this.resolve({ status: this.#status, headers: this.#headers, bytes });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    this.reject(new PlatformError(codeOf(cause), { cause }));
  }
}

function codeOf(error: Error): 'response_too_large' | 'deadline_exceeded' | 'service_unavailable' {
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'response_too_large';
  const isLate = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  return isLate ? 'deadline_exceeded' : 'service_unavailable';
}
