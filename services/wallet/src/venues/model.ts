import { type Connection, Schema } from 'mongoose';
import type { Venue } from './supported-venues.js';

/** That a wallet was onboarded at a venue; it stays so. */
interface VenueAccountRecord {
  readonly _id: { readonly walletId: string; readonly venue: Venue };
  readonly onboardedAt: Date;
}

const venueAccountSchema = new Schema<VenueAccountRecord>(
  { _id: { type: Object, required: true }, onboardedAt: { type: Date, required: true } },
  { collection: 'venue_accounts', versionKey: false },
);

/** The venue accounts of a database. */
export function venueAccountModel(connection: Connection) {
  return connection.model('VenueAccount', venueAccountSchema);
}
