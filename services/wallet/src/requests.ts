import { PlatformError } from '@platform/errors';
import { type MicroUsdc, parseUsd } from '@platform/kit/money';

/** A UUID in each spelling that callers may use; in braces or after the prefix the hyphens are optional. */
const UUID = /^(?:urn:uuid:|\{)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/;

/** Returns the error for a malformed wallet request: `bad_request` with the field's name. */
export function badRequest(path: string, message: string): PlatformError {
  return new PlatformError('bad_request', { details: [{ path, message }] });
}

/** Maximum length of a stored key: no HTTP header carries a longer one. */
const KEY_LENGTH_MAX = 16 * 1024;

/** Returns a caller's Idempotency-Key that is a UUID, in lower case with hyphens. Throws `idempotency_key_required` for anything else. */
export function uuidKey(text: string): string {
  const key = normalizedUuid(text);
  if (key === undefined) throw keyRequired('must be a UUID');
  return key;
}

/**
 * Returns any Idempotency-Key that is not empty, spaces included. A UUID is normalized, so that it equals the key of endpoints that accept
 * only UUIDs. Throws `idempotency_key_required`.
 */
export function anyKey(text: string): string {
  if (text === '' || text.length > KEY_LENGTH_MAX) throw keyRequired(`must have 1 to ${KEY_LENGTH_MAX} characters`);
  return normalizedUuid(text) ?? text;
}

/** Returns a UUID in lower case with hyphens, whatever its spelling; undefined for other text. */
export function normalizedUuid(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (lower.startsWith('{') !== lower.endsWith('}')) return undefined;
  return UUID.exec(lower)?.slice(1).join('-');
}

function keyRequired(message: string): PlatformError {
  return new PlatformError('idempotency_key_required', { details: [{ path: 'idempotency-key', message }] });
}

/** Returns a canonical decimal amount of at least `minimum`. Throws `bad_request`. */
export function usdAmount(
  amountUsd: string,
  minimum: { readonly microUsdc: MicroUsdc; readonly text: string },
): MicroUsdc {
  let amountMicroUsdc: MicroUsdc;
  try {
    amountMicroUsdc = parseUsd(amountUsd);
  } catch {
    throw badRequest('amount_usd', 'must be a decimal string with at most six fractional digits');
  }
  if (amountMicroUsdc < minimum.microUsdc) throw badRequest('amount_usd', `must be ${minimum.text}`);
  return amountMicroUsdc;
}
