import { PlatformError } from '@platform/errors';
import { parseUsd } from '@platform/money';
import { requireIdempotencyKey } from '@platform/mongo';
import { usdAmount } from '../requests.js';
import { type Venue, venues } from '../venues/venue.js';
import type { SetupRequest } from './setups.js';

/** The smallest amount that a setup reserves. */
const MINIMUM = { microUsdc: parseUsd('50.00'), text: 'at least 50.00' };

/**
 * A setup as asked for. Throws `venue_not_supported`, `feature_not_available` (a planned venue), `idempotency_key_required`
 * or `bad_request`.
 */
export function parseSetup(
  accountId: string,
  request: { readonly venue: string; readonly amountUsd: string; readonly idempotencyKey: string },
): SetupRequest {
  const venue = requireVenue(request.venue);
  const key = requireIdempotencyKey(request.idempotencyKey);
  return { accountId, venue, key, amountMicroUsdc: usdAmount(request.amountUsd, MINIMUM) };
}

function requireVenue(venue: string): Venue {
  if (venue === 'hyperliquid') return venue;
  throw new PlatformError(venues.some((known) => known === venue) ? 'feature_not_available' : 'venue_not_supported');
}
