import type { Clock } from '@platform/clock';
import type { Secret } from '@platform/config';
import { CursorCodec } from '@platform/cursors';
import { z } from 'zod';
import { Datasets } from './datasets/datasets.js';
import { CandleResolver } from './datasets/resolve.js';
import { History } from './history/history.js';
import { VenueTail } from './history/venue-tail.js';
import { Listing } from './markets/listing.js';
import { Markets } from './markets/markets.js';
import { DatasetLookup } from './releases/lookup.js';
import { Releases } from './releases/releases.js';
import { openStores, type Stores } from './stores.js';
import type { MarketDataVenue } from './venues/venue.js';

/** Everything the service decides with, over its stores. */
export interface Domain extends Stores {
  readonly listings: ReadonlyMap<string, Listing>;
  readonly markets: Markets;
  readonly history: History;
  readonly datasets: Datasets;
  readonly resolver: CandleResolver;
  readonly releases: Releases;
  readonly lookup: DatasetLookup;
}

/** Opens the stores and builds the domain over them; `close` closes them. */
export async function openDomain(options: {
  mongodbUri: Secret;
  database?: string;
  objectStoreUrl: string;
  datasetEnvironment: string;
  /** The venues whose history is published in releases. */
  releaseVenues: ReadonlySet<string>;
  cursorSecret: Secret<Buffer>;
  venues: readonly MarketDataVenue[];
  clock: Clock;
}): Promise<Domain> {
  const { clock, cursorSecret, venues } = options;
  const stores = await openStores(options);
  const { catalogue, instruments, tables } = stores;
  const releases = new Releases({ ...stores, clock, venues: options.releaseVenues });
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
    datasets: new Datasets(markets, catalogue, releases),
    releases,
    lookup: new DatasetLookup({ ...stores, listings, releases }),
    resolver: new CandleResolver(markets, catalogue, tables),
  };
}
