import { PlatformError } from '@platform/errors';
import { VenueReadError } from '../../http/index.js';

/** Returns what the venue answers. Throws `wallet_upstream_unavailable` when it can't be read. */
export async function ofVenue<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof VenueReadError)) throw error;
    throw new PlatformError('wallet_upstream_unavailable', { details: { venue: 'polymarket' }, cause: error });
  }
}
