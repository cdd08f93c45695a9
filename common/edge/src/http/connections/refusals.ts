import type { Socket } from 'node:net';
import { catalogue, type ErrorCode, PlatformError } from '@platform/errors';
import { REQUEST_ID_HEADER, requestIdOf } from '../request-id.js';

/** How long a refused client may take to read the refusal and go, before its connection is cut. */
const LINGER_MS = 1_000;

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'deadline_exceeded',
};

/** Writes a refusal in the format of the server's callers: JSON text. */
export type WriteRefusal = (error: PlatformError, requestId: string) => string;

/** Refuses input that never became a request: writes the answer to the socket, and allows a bounded time to read it. */
export class Refusals {
  readonly #refused = new WeakSet<Socket>();

  constructor(
    private readonly write: WriteRefusal,
    /** Whether an answer has begun on a connection. */
    private readonly isAnswered: (socket: Socket) => boolean,
  ) {}

  /** For `clientError`, which is emitted again for everything that arrives after the first error. */
  refuse(error: Error & { code?: string }, socket: Socket): void {
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    // In the middle of an answer, the client would read another one as its content.
    if (error.code === 'ECONNRESET' || !socket.writable || this.isAnswered(socket)) {
      socket.destroy();
      return;
    }
    const code = CODES[error.code ?? ''] ?? 'invalid_request';
    socket.end(this.#answer(code));
    // Late data could still become a request, so nothing more is read. After other faults the client may still be sending, and would lose
    // the answer if the connection were cut at once.
    if (code === 'deadline_exceeded') socket.destroySoon();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  #answer(code: ErrorCode): string {
    const requestId = requestIdOf({});
    const body = this.write(new PlatformError(code), requestId);
    const head = [
      `HTTP/1.1 ${catalogue[code].http} ${code}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${requestId}`,
      'connection: close',
    ];
    return `${head.join('\r\n')}\r\n\r\n${body}`;
  }
}
