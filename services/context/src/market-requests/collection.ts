import {
  type Instrument,
  type MarketDataVenue,
  type SearchedListing,
  type TableKind,
  tableKinds,
  VenueUnreadableError,
} from '@platform/venues/market-data';
import type { VenueMarkets } from '../markets/venue-markets.js';
import type { Catalogue } from '../tables/catalogue.js';
import type { MarketRequestStore, NamedMarket } from './store.js';

/** Behind the first tables of the markets that the operator collects. */
const REQUESTED_PRIORITY = 1;

/** The dependencies of collecting what is asked for. */
interface Parts {
  readonly marketRequests: MarketRequestStore;
  readonly catalogue: Catalogue;
}

/** What accounts ask for at a venue, as the venue lists it now. */
export interface Requested {
  readonly markets: readonly NamedMarket[];
  readonly instruments: readonly Instrument[];
  /** Symbols that were collected by request alone and that nobody asks for any more. */
  readonly dropped: ReadonlySet<string>;
}

/** Reads what accounts ask for at a venue; nothing for a venue that lists all of its markets. */
export async function requestedAt({ venue }: VenueMarkets, { marketRequests, catalogue }: Parts): Promise<Requested> {
  const { listing } = venue;
  if (listing.kind === 'whole') return { markets: [], instruments: [], dropped: new Set() };
  // Read first: what is asked for meanwhile is not taken for dropped.
  const collected = await catalogue.requestedSymbols(venue.id);
  const markets = await marketRequests.wanted(venue.id);
  const found = await Promise.all(markets.map(({ market }) => foundBy(listing, market)));
  const wanted = new Set(markets.flatMap(({ symbols }) => symbols));
  return { markets, instruments: found.flat(), dropped: new Set(collected.filter((symbol) => !wanted.has(symbol))) };
}

/** Returns a market's instruments; none where it can't be read now, so that no request keeps the venue's other markets from being listed. */
async function foundBy(listing: SearchedListing, market: string): Promise<readonly Instrument[]> {
  return listing.find(market, 'background').catch((error: unknown) => {
    if (error instanceof VenueUnreadableError) return [];
    throw error;
  });
}

/** Creates the missing tables of requested markets. */
export async function registerRequested(
  catalogue: Catalogue,
  { id, tables }: MarketDataVenue,
  symbols: readonly string[],
): Promise<void> {
  const kinds = tables.map(({ name }): TableKind => ({ ...tableKinds[name], priority: REQUESTED_PRIORITY }));
  await catalogue.register(id, symbols, kinds, { isRequested: true });
}

/** Ends the requests of markets that have closed and whose last rows are stored, which frees their accounts' places. */
export async function endCompleted(
  { markets, instruments }: Requested,
  { marketRequests, catalogue }: Parts,
): Promise<void> {
  const closed = new Set(instruments.filter(({ status }) => status === 'closed').map(({ symbol }) => symbol));
  for (const market of markets.filter(({ symbols }) => symbols.every((symbol) => closed.has(symbol)))) {
    const { venue, symbols } = market;
    const isComplete = await Promise.all(symbols.map((symbol) => catalogue.isComplete({ venue, symbol })));
    if (isComplete.every(Boolean)) await marketRequests.endAll(market);
  }
}
