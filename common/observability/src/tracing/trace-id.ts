import { createHash } from 'node:crypto';

const TRACE_ID_LENGTH = 32;
const HEX = /^[\da-f]{32}$/;
const ZEROS = '0'.repeat(TRACE_ID_LENGTH);

/**
 * Returns the id of a request's trace: the request id without hyphens where it is a UUID, as all ids made by the platform are; else the
 * first half of its SHA-256.
 */
export function traceIdOf(requestId: string): string {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  if (HEX.test(digits) && digits !== ZEROS) return digits;
  return createHash('sha256').update(requestId).digest('hex').slice(0, TRACE_ID_LENGTH);
}
