import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BUILDER, RELAYER_KEY } from '../credentials/index.js';
import { clobError } from '../refusal.js';

/** A request as it is authorised. */
export interface SignedRequest {
  readonly method: string;
  /** The path below the relayer's address. */
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Refuses a request without valid credentials: a builder's signature of time, method, path and body, or a relayer key with the address that
 * owns it. Returns that address; undefined for a builder, which acts for all of its users.
 */
export function authorise({ method, path, body, headers }: SignedRequest): string | undefined {
  const address = headers['relayer_api_key_address'];
  if (isEqual(headers['relayer_api_key'], RELAYER_KEY) && typeof address === 'string') return address.toLowerCase();
  const message = `${headers['poly_builder_timestamp']}${method}${path}${body}`;
  const digest = createHmac('sha256', Buffer.from(BUILDER.secret, 'base64')).update(message).digest('base64');
  const signature = digest.replaceAll('+', '-').replaceAll('/', '_');
  const isBuilder =
    isEqual(headers['poly_builder_api_key'], BUILDER.key) &&
    isEqual(headers['poly_builder_passphrase'], BUILDER.passphrase) &&
    isEqual(headers['poly_builder_signature'], signature);
  if (!isBuilder) throw clobError(401, 'invalid authorization');
  return undefined;
}

function isEqual(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
