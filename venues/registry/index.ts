// Why: docs/decisions/venues/venue-folders-and-allowances.md
export {
  byVenue,
  capabilitiesOf,
  hasRole,
  isVenue,
  offers,
  takerOrderFeeRate,
  venueIds,
  venueRow,
  venuesOf,
  venuesOffering,
  venuesWithReleases,
} from './lists.js';
export {
  type Capability,
  type FrameworkId,
  frameworkIds,
  type Role,
  type VenueEndpoints,
  type VenueFramework,
} from './row.js';
export { type VenueId, type VenueOf, type VenueOffering, venues } from './rows.js';
export { type Switch, switches, switchesOn } from './switches.js';
