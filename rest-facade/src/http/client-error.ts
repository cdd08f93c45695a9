import type { Socket } from 'node:net';
import { catalogue, type ErrorCode, PlatformError } from '@platform/errors';
import { REQUEST_ID_HEADER, requestIdOf } from '@platform/http';
import { envelope } from './envelope.js';

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'deadline_exceeded',
};

/** Answers what is not HTTP, too long or too slow: no request exists yet, so the answer is written by hand. */
export function answerMalformedHttp(publicUrl: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = CODES[error.code ?? ''] ?? 'invalid_request';
    const body = JSON.stringify(envelope(new PlatformError(code), publicUrl()));
    const head = [
      `HTTP/1.1 ${catalogue[code].http} ${code}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${requestIdOf({})}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
