import { PlatformError } from '@platform/errors';
import { type MicroUsdc, parseUsd } from '@platform/money';

/** A UUID in each spelling that callers may use; what stands in braces or behind the prefix may be hyphenated or not. */
const UUID = /^(?:urn:uuid:|\{)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/;

/** A malformed wallet request: `bad_request` that names the field. */
export function badRequest(path: string, message: string): PlatformError {
  return new PlatformError('bad_request', { details: [{ path, message }] });
}

/** A caller's Idempotency-Key that is a UUID, in lower case with hyphens. Throws `idempotency_key_required` for anything else. */
export function uuidKey(text: string): string {
  const lower = text.toLowerCase();
  const groups = UUID.exec(lower)?.slice(1);
  if (groups === undefined || lower.startsWith('{') !== lower.endsWith('}'))
    throw new PlatformError('idempotency_key_required', {
      details: [{ path: 'idempotency-key', message: 'must be a UUID' }],
    });
  return groups.join('-');
}

/** A canonical decimal amount that is not less than `minimum`. Throws `bad_request`. */
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
