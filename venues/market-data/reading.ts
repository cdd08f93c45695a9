import { type Priority, VenueReadError } from '../http/index.js';
import { type Urgency, VenueUnreadableError } from './venue.js';

/** Whose requests each urgency's are. */
export const PRIORITY: Readonly<Record<Urgency, Priority>> = { interactive: 'read', background: 'background' };

/** Converts a client's read to the port: throws `VenueUnreadableError` where the read failed. */
export async function readable<Answer>(reading: Promise<Answer>): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof VenueReadError) throw new VenueUnreadableError(error.message, { cause: error });
    throw error;
  }
}
