import type { z } from 'zod';
import { idempotencyKey } from '../routes/fields.js';

/** The headers of an operation that moves something: published clients send a key to some of them. */
export const keyHeaders = {
  'idempotency-key': idempotencyKey
    .exactOptional()
    .describe(
      'Identifies the request: repeated with the same key, it takes effect only once. Without it the `X-Request-Id` of the request stands ' +
        'for it, and where that is missing too every call is a request of its own: it must not be repeated while its outcome is unknown',
    ),
};

interface KeyHeaders {
  readonly 'idempotency-key'?: z.output<typeof idempotencyKey>;
}

/**
 * Returns the key of what a call moves: the caller's own, else one that is made from the id of the request, so that however often the
 * request is carried out it takes effect once.
 */
export function callKey(headers: KeyHeaders, requestId: string | undefined): string {
  const own = headers['idempotency-key'];
  if (own === undefined && requestId === undefined) throw new Error('a call has neither a key nor an id');
  return own ?? `request:${requestId}`;
}
