import { type VenueOf, venuesOf } from '@platform/venues';

/** The venues that a wallet's money can be put to work at. */
export const venues = venuesOf('wallet');
export type Venue = VenueOf<'wallet'>;
