import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const SANE_TOKEN = /^[\w.-]{1,128}$/;

/** The header with the request id, which is in every answer and log line. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Returns the caller's own id where it is a plain token, else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SANE_TOKEN.test(given) ? given : randomUUID();
}
