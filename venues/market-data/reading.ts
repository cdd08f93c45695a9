import { type Priority, VenueReadError } from '../http/index.js';
import { type Urgency, VenueUnreadableError } from './venue.js';

/** Whose requests each urgency's are. */
export const PRIORITY: Readonly<Record<Urgency, Priority>> = { interactive: 'read', background: 'background' };

/** What a venue's client reads, as the port gives it: throws `VenueUnreadableError` where the read came to nothing. */
export async function readable<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof VenueReadError) throw new VenueUnreadableError(error.message, { cause: error });
    throw error;
  }
}
