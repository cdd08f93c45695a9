import type { Instrument } from '@platform/venues/market-data';
import { venuesWithReleases } from '@platform/venues/registry';
import type { ReleasedMarket } from '../releases/keys.js';
import { releasedMarketOf } from '../releases/released-market.js';
import type { Stores } from '../stores.js';
import { CommandRefused } from './refusal.js';

/** Selects markets of venues with releases; undefined: all. */
export interface ReleaseFilter {
  readonly venue?: string;
  /** Canonical symbol, or a prediction's token or slug. */
  readonly market?: string;
}

/** Returns the venues that a command is about. */
export function venuesOf({ venue }: ReleaseFilter): readonly string[] {
  return venue === undefined ? venuesWithReleases : [venue];
}

/** Returns the instruments that a symbol, a token or a slug names. Throws `CommandRefused`. */
export async function namedInstruments(
  venue: string,
  reference: string,
  { instruments }: Stores,
): Promise<readonly Instrument[]> {
  const found = await instruments.referred(venue, reference);
  if (found.length > 0) return found;
  throw new CommandRefused(`${venue} has no market ${reference} here: use the canonical symbol, a token or a slug`);
}

/** Returns the market that a reference names: a known one, else one that has a marker of that name. Throws `CommandRefused`. */
export async function namedMarket(venue: string, reference: string, stores: Stores): Promise<ReleasedMarket> {
  const marker = await stores.markers.find({ venue, market: reference });
  if (marker.state !== 'absent') return { venue, market: reference };
  const [instrument] = await namedInstruments(venue, reference, stores);
  return instrument === undefined ? { venue, market: reference } : releasedMarketOf(instrument);
}
