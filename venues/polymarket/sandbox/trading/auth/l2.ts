import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { clobError } from '../../refusal.js';
import type { Store } from '../../store/store.js';
import { credentialsOf, urlSafe } from './credentials.js';
import { isRecent } from './window.js';

const headers = z.object({
  poly_address: z.string(),
  poly_signature: z.string(),
  poly_timestamp: z.string().regex(/^\d{1,12}$/),
  poly_api_key: z.string(),
  poly_passphrase: z.string(),
});

/** A request as its sender signed it. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The text of the body, empty without one. */
  readonly body: string;
}

/** Whose key a request has. */
export interface Caller {
  /** The address of the key, in lower case. */
  readonly account: string;
  readonly apiKey: string;
}

/** Returns whose key signed a request. Throws `Refusal`. */
export function l2Caller(request: SignedRequest, store: Store, secret: string, nowMs: number): Caller {
  const given = headers.safeParse(request.headers).data;
  const key = given && store.keyById(given.poly_api_key);
  if (given === undefined || key === undefined) throw refused();
  const credentials = credentialsOf(key, secret);
  const message = given.poly_timestamp + request.method + request.path + request.body;
  const mac = createHmac('sha256', Buffer.from(credentials.secret, 'base64url')).update(message).digest('base64');
  const isRight =
    given.poly_address.toLowerCase() === key.address &&
    isRecent(given.poly_timestamp, nowMs) &&
    isSame(given.poly_passphrase, credentials.passphrase) &&
    isSame(given.poly_signature, urlSafe(mac));
  if (!isRight) throw refused();
  return { account: key.address, apiKey: credentials.apiKey };
}

function isSame(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)];
  return left.length === other.length && timingSafeEqual(left, other);
}

function refused() {
  return clobError(401, 'Unauthorized/Invalid api key');
}
