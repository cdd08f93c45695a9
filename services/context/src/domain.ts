import type { Clock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { CursorCodec } from '@platform/kit/cursors';
import { type Connection, type Upgrade } from '@platform/store/mongo';
import type { ObjectStoreEnvironment } from '@platform/store/objects';
import type { MarketDataVenue } from '@platform/venues/market-data';
import { z } from 'zod';
import { Datasets } from './datasets/datasets.js';
import { ReleasedHistory } from './datasets/released-history.js';
import { HistoryResolver } from './datasets/resolve.js';
import { TableHistory } from './datasets/table-history.js';
import { History } from './history/history.js';
import { VenueTail } from './history/venue-tail.js';
import { Histories } from './intelligence/histories.js';
import { Intelligence } from './intelligence/intelligence.js';
import { MarketRequests } from './market-requests/market-requests.js';
import { Markets, marketPosition } from './markets/markets.js';
import { BackfillReadiness, type Readiness } from './markets/readiness.js';
import { SearchedMarkets } from './markets/searched-markets.js';
import { Tickers } from './markets/tickers.js';
import type { VenueMarkets } from './markets/venue-markets.js';
import { WholeMarkets } from './markets/whole-markets.js';
import { DatasetLookup } from './releases/lookup.js';
import { ReleaseReadiness } from './releases/readiness.js';
import { Releases } from './releases/releases.js';
import { openStores, type Stores } from './stores.js';

/** The service's domain, over its stores. */
export interface Domain extends Stores {
  readonly venues: readonly MarketDataVenue[];
  /** The markets of each venue whose data is served. */
  readonly venueMarkets: ReadonlyMap<string, VenueMarkets>;
  readonly markets: Markets;
  readonly tickers: Tickers;
  readonly history: History;
  readonly datasets: Datasets;
  readonly resolver: HistoryResolver;
  readonly histories: Histories;
  readonly intelligence: Intelligence;
  readonly releases: Releases;
  readonly lookup: DatasetLookup;
  readonly requests: MarketRequests;
}

/** Opens the stores and builds the domain over them; `close` closes them. */
export async function openDomain(options: {
  mongodbUri: Secret;
  database?: string;
  upgrade?: Upgrade;
  objectStore: ObjectStoreEnvironment;
  datasetEnvironment: string;
  /** The venues whose history is published in releases. */
  releaseVenues: ReadonlySet<string>;
  cursorSecret: Secret<Buffer>;
  /** The most markets of a venue that are collected because accounts ask for them. */
  requestedMarketsMax: number;
  /** Opens the venues; the instances of this service share what venues allow by its database. */
  openVenues: (connection: Connection) => readonly MarketDataVenue[];
  clock: Clock;
}): Promise<Domain> {
  const { clock, cursorSecret, requestedMarketsMax } = options;
  const stores = await openStores(options);
  const venues = options.openVenues(stores.connection);
  const { catalogue, instruments, tables, snapshots } = stores;
  const releases = new Releases({ ...stores, clock, venues: options.releaseVenues });
  const readinessOf = ({ id }: MarketDataVenue): Readiness =>
    releases.isOf(id) ? new ReleaseReadiness(id, releases, clock) : new BackfillReadiness(id, catalogue);
  const venueMarkets = new Map(venues.map((venue) => [venue.id, marketsOf(venue, readinessOf(venue), clock)]));
  const markets = new Markets(venueMarkets, instruments, new CursorCodec(cursorSecret, marketPosition));
  const historyCursors = new CursorCodec(cursorSecret, z.object({ timeMs: z.number() }));
  const tableHistory = new TableHistory(markets, catalogue, tables, stores.quarantine);
  const releasedHistory = new ReleasedHistory(markets, releases, tables);
  const byId = new Map(venues.map((venue) => [venue.id, venue]));
  return {
    ...stores,
    venues,
    venueMarkets,
    markets,
    tickers: new Tickers(byId, markets, clock),
    history: new History(byId, markets, catalogue, tables, new VenueTail(clock), historyCursors, clock),
    datasets: new Datasets(markets, catalogue, releases),
    releases,
    lookup: new DatasetLookup({ ...stores, venueMarkets, releases }),
    requests: new MarketRequests({ ...stores, venueMarkets, releases, clock, requestedMarketsMax }),
    resolver: new HistoryResolver((venue) => (releases.isOf(venue) ? releasedHistory : tableHistory)),
    histories: new Histories(instruments, catalogue, tables),
    intelligence: new Intelligence(snapshots, venues, instruments, clock),
  };
}

function marketsOf(venue: MarketDataVenue, readiness: Readiness, clock: Clock): VenueMarkets {
  return venue.listing.kind === 'whole'
    ? new WholeMarkets(venue, venue.listing, readiness, clock)
    : new SearchedMarkets(venue, venue.listing, readiness, clock);
}
