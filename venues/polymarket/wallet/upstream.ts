import { PlatformError } from '@platform/errors';
import { VenueReadError } from '../../http/index.js';

/** Returns what the venue answers. Throws `wallet_upstream_unavailable` when it can't be read. */
export async function ofVenue<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof VenueReadError)) throw error;
    throw unavailable(error);
  }
}

/** Returns the error of a venue that can't be used now, with its reason for the log. */
export function unavailable(reason: unknown): PlatformError {
  const cause = typeof reason === 'string' ? new Error(reason) : reason;
  return new PlatformError('wallet_upstream_unavailable', { details: { venue: 'polymarket' }, cause });
}
