import { PlatformError } from '@platform/errors';

const BATCH_MAX = 100;

/** Throws `invalid_request` where a request names more ids than one may. */
export function requireBatch(ids: readonly string[]): void {
  if (ids.length <= BATCH_MAX) return;
  throw new PlatformError('invalid_request', { details: [{ path: 'ids', message: `must be at most ${BATCH_MAX}` }] });
}
