import { PlatformError } from '@platform/errors';
import { hasRole, offers, type VenueOf, type VenueOffering, venuesOf } from '@platform/venues/registry';

/** The venues that a wallet's money can be allocated to. */
export const venues = venuesOf('wallet');
export type Venue = VenueOf<'wallet'>;

/** Returns the id of an available venue. Throws `feature_not_available` for a planned one and `venue_not_supported`. */
export function requireVenue(venue: string): VenueOffering<'setup'> {
  if (offers(venue, 'setup')) return venue;
  throw new PlatformError(hasRole(venue, 'wallet') ? 'feature_not_available' : 'venue_not_supported');
}
