import { type Connection, Schema } from 'mongoose';
import type { Venue } from './supported-venues.js';

/** A wallet at a venue. */
export interface VenueAccountPlace {
  readonly walletId: string;
  readonly venue: Venue;
}

/** The fact that a wallet was onboarded at a venue; it never changes back. */
interface VenueAccountRecord {
  readonly _id: VenueAccountPlace;
  readonly onboardedAt: Date;
}

const venueAccountSchema = new Schema<VenueAccountRecord>(
  { _id: { type: Object, required: true }, onboardedAt: { type: Date, required: true } },
  { collection: 'venue_accounts', versionKey: false },
);

/** Returns the model of a database's venue accounts. */
export function venueAccountModel(connection: Connection) {
  return connection.model('VenueAccount', venueAccountSchema);
}
