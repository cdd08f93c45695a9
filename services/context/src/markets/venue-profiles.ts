import { capabilitiesOf, type VenueOf, venues, venuesOf } from '@platform/venues/registry';

/** A venue with the platform's features there now; a feature that isn't built is false. */
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
    capabilities: capabilitiesOf(id),
  };
}
