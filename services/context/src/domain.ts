import type { Clock } from '@platform/clock';
import type { Secret } from '@platform/config';
import { CursorCodec } from '@platform/cursors';
import { z } from 'zod';
import { Datasets } from './datasets/datasets.js';
import { CandleResolver } from './datasets/resolve.js';
import { History } from './history/history.js';
import { VenueTail } from './history/venue-tail.js';
import { Histories } from './intelligence/histories.js';
import { Intelligence } from './intelligence/intelligence.js';
import { Listing } from './markets/listing.js';
import { Markets } from './markets/markets.js';
import { openStores, type Stores } from './stores.js';
import type { MarketDataVenue } from './venues/venue.js';

/** Everything the service decides with, over its stores. */
export interface Domain extends Stores {
  readonly listings: ReadonlyMap<string, Listing>;
  readonly markets: Markets;
  readonly history: History;
  readonly datasets: Datasets;
  readonly resolver: CandleResolver;
  readonly histories: Histories;
  readonly intelligence: Intelligence;
}

/** Opens the stores and builds the domain over them; `close` closes them. */
export async function openDomain(options: {
  mongodbUri: Secret;
  database?: string;
  objectStoreUrl: string;
  cursorSecret: Secret<Buffer>;
  venues: readonly MarketDataVenue[];
  clock: Clock;
}): Promise<Domain> {
  const { clock, cursorSecret, venues } = options;
  const stores = await openStores(options);
  const { catalogue, instruments, tables, snapshots } = stores;
  const listings = new Map(venues.map((venue) => [venue.id, new Listing(venue, clock)]));
  const marketCursors = new CursorCodec(cursorSecret, z.object({ venue: z.string(), symbol: z.string() }));
  const markets = new Markets(listings, instruments, catalogue, marketCursors);
  const historyCursors = new CursorCodec(cursorSecret, z.object({ timeMs: z.number() }));
  const byId = new Map(venues.map((venue) => [venue.id, venue]));
  return {
    ...stores,
    listings,
    markets,
    history: new History(byId, markets, catalogue, tables, new VenueTail(clock), historyCursors),
    datasets: new Datasets(markets, catalogue),
    resolver: new CandleResolver(markets, catalogue, tables),
    histories: new Histories(instruments, catalogue, tables),
    intelligence: new Intelligence(snapshots, listings, instruments, clock),
  };
}
