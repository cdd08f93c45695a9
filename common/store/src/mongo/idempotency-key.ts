import { PlatformError } from '@platform/errors';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Returns a caller's Idempotency-Key: 1 to 255 visible ASCII characters. Throws `idempotency_key_required` for anything else. */
export function requireIdempotencyKey(key: string): string {
  if (VISIBLE_ASCII.test(key)) return key;
  throw new PlatformError('idempotency_key_required');
}
