import { PlatformError } from '@platform/errors';
import type { Mandate } from './mandate.js';

/** The names of the limits, as callers set and see them. */
export type MandateLimit =
  | 'venues'
  | 'symbols'
  | 'max_order_usd'
  | 'max_daily_usd'
  | 'max_leverage'
  | 'reduce_only'
  | 'expires_at';

/**
 * Returns the refusal that names a limit, what was asked (`null` where it can't be told), and what is allowed. `message`: who has the limit,
 * where that is not the calling key.
 */
export function mandateExceeded(
  limit: MandateLimit,
  asked: unknown,
  allowed: unknown,
  message?: string,
): PlatformError {
  const details = { limit, asked, allowed };
  return new PlatformError('mandate_exceeded', message === undefined ? { details } : { details, message });
}

/** Throws `mandate_exceeded` where a mandate has ended or does not name the venue. */
export function requireVenue({ venues, expiresAtMs }: Mandate, venue: string, now: Date): void {
  if (expiresAtMs !== undefined && expiresAtMs <= now.getTime())
    throw mandateExceeded('expires_at', now.toISOString(), new Date(expiresAtMs).toISOString());
  if (venues !== undefined && !venues.includes(venue)) throw mandateExceeded('venues', [venue], venues);
}

/** Throws `mandate_exceeded` with the symbols that a mandate does not name. */
export function requireSymbols({ symbols }: Mandate, asked: readonly string[]): void {
  if (symbols === undefined) return;
  const foreign = asked.filter((symbol) => !symbols.includes(symbol));
  if (foreign.length > 0) throw mandateExceeded('symbols', foreign, symbols);
}
