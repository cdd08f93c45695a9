import { type VenueOf, venues, venuesOf } from '@platform/venues/registry';

/** A venue as it is listed; what can be done there depends on what is switched on too. */
type VenueProfile = ReturnType<typeof profileOf>;

/** Every venue whose markets the interface lists, in the order of their ids. */
export const venueProfiles: readonly VenueProfile[] = [...venuesOf('markets')].sort().map(profileOf);

function profileOf(id: VenueOf<'markets'>) {
  const { status, kinds, frameworks, fees, minimumDepositUsd, regions } = venues[id];
  const running = Object.entries(frameworks).filter(([, aliases]) => aliases.status === 'available');
  return {
    id,
    status,
    kinds,
    fees,
    minimumDepositUsd,
    regions,
    frameworks: running.map(([framework]) => framework),
  };
}
