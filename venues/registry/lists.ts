import { type Capability, capabilities, type Role, type VenueRow } from './row.js';
import { type VenueId, type VenueOf, type VenueOffering, type VenueWithReleases, venues } from './rows.js';
import type { Switch } from './switches.js';

const rows: Readonly<Record<VenueId, VenueRow>> = venues;

/** The ids of all venues, in the interface's order. */
// The keys of the rows are their ids, and there is at least one.
export const venueIds = Object.keys(venues) as unknown as readonly [VenueId, ...VenueId[]];

/** Returns whether a text is the id of a venue. */
export function isVenue(text: string): text is VenueId {
  return Object.hasOwn(venues, text);
}

/** Returns a venue's row. */
export function venueRow(id: VenueId): VenueRow {
  return rows[id];
}

/** Returns the venues that have a role, in the interface's order. */
export function venuesOf<Part extends Role>(role: Part): readonly VenueOf<Part>[] {
  return venueIds.filter((id): id is VenueOf<Part> => hasRole(id, role));
}

/** Returns whether a text is the id of a venue that has a role. */
export function hasRole<Part extends Role>(text: string, role: Part): text is VenueOf<Part> {
  return isVenue(text) && rows[text].roles.includes(role);
}

/** Returns whether a text is the id of a venue with a capability. */
export function offers<What extends Capability>(text: string, capability: What): text is VenueOffering<What> {
  return isVenue(text) && rows[text].capabilities.includes(capability);
}

/** Returns the venues with a capability, in the interface's order. */
export function venuesOffering<What extends Capability>(capability: What): readonly VenueOffering<What>[] {
  return venueIds.filter((id): id is VenueOffering<What> => offers(id, capability));
}

/** The venues whose history is published in immutable releases, in the interface's order. */
export const venuesWithReleases = venueIds.filter((id): id is VenueWithReleases => rows[id].history === 'releases');

/** Returns what can be done at a venue where these switches are on, one entry per capability. */
export function capabilitiesOf(id: VenueId, on: ReadonlySet<Switch>): Readonly<Record<Capability, boolean>> {
  const { switched = {} } = rows[id];
  const isThere = (capability: Capability) => {
    const needed = switched[capability];
    return offers(id, capability) || (needed !== undefined && on.has(needed));
  };
  // One entry per capability.
  return Object.fromEntries(capabilities.map((each) => [each, isThere(each)])) as Record<Capability, boolean>;
}

/** Returns an object with one entry per venue. */
export function byVenue<Id extends VenueId, Entry>(
  ids: readonly Id[],
  make: (id: Id) => Entry,
): Readonly<Record<Id, Entry>> {
  // One entry per id of the list.
  return Object.fromEntries(ids.map((id) => [id, make(id)])) as Record<Id, Entry>;
}

/** Returns the cost per side of the platform's taker orders: the venue's fee and the builder's, as a fraction of the value traded. */
export function takerOrderFeeRate(id: VenueOffering<'backtest'>): number {
  const { takerPct, builderPct } = venues[id].fees;
  return (takerPct + builderPct) / 100;
}
