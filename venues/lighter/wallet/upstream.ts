import { PlatformError } from '@platform/errors';
import { VenueReadError } from '../../http/index.js';
import { LighterSignerError } from '../signer/index.js';

const VENUE = 'lighter';

/**
 * Returns what the venue, or its signer, answers. Throws `wallet_upstream_unavailable` when the one can't be read, or the other signs nothing.
 */
export async function ofVenue<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof VenueReadError || error instanceof LighterSignerError) throw unavailable(error);
    throw error;
  }
}

/** Returns the error of a venue that can't be used now, with its reason for the log. */
export function unavailable(reason: unknown): PlatformError {
  const cause = typeof reason === 'string' ? new Error(reason) : reason;
  return new PlatformError('wallet_upstream_unavailable', { details: { venue: VENUE }, cause });
}
