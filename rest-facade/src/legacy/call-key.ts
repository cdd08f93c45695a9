import type { z } from 'zod';
import { idempotencyKey } from '../routes/fields.js';

/** The headers of an operation that moves something: published clients send a key to some of them. */
export const keyHeaders = {
  'idempotency-key': idempotencyKey
    .exactOptional()
    .describe(
      'Identifies the request: repeated with the same key, it takes effect only once. Without it every call is a request of its own, ' +
        'which must not be repeated while its outcome is unknown',
    ),
};

interface KeyHeaders {
  readonly 'idempotency-key'?: z.output<typeof idempotencyKey>;
}

/**
 * Returns the key of what a call moves: the caller's own, else one that is made from the id of the request, so that however often the
 * request is carried out it takes effect once. `part` tells the steps of one call apart.
 */
export function callKey(headers: KeyHeaders, requestId: string | undefined, part?: string): string {
  const own = headers['idempotency-key'];
  if (own === undefined && requestId === undefined) throw new Error('a call has neither a key nor an id');
  const key = own ?? `request:${requestId}`;
  return part === undefined ? key : `${key}:${part}`;
}
