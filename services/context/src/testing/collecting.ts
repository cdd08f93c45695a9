import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { connectMongo } from '@platform/store/mongo';
import type { CollectedTable, MarketDataVenue } from '@platform/venues/market-data';
import { type Domain, openDomain } from '../domain.js';
import { Publisher } from '../releases/publisher.js';
import { releasedMarketOf } from '../releases/released-market.js';
import { Collector } from '../workers/collector.js';

/** The service's domain over one venue, whose collection a test drives. */
export interface Collecting extends AsyncDisposable {
  readonly domain: Domain;
  /** Collects one table of each market and publishes what is stored, if the venue has releases; returns the symbols with rows. */
  collect(): Promise<string[]>;
}

/** Opens the domain over an empty database of its own; of the venue one table is collected. */
export async function openCollecting(options: {
  readonly database: string;
  readonly venue: MarketDataVenue;
  readonly table: CollectedTable;
  readonly hasReleases: boolean;
  readonly clock: Clock;
}): Promise<Collecting> {
  const { database, venue, hasReleases, clock } = options;
  const mongodbUri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
  const connection = await connectMongo(mongodbUri, database);
  await connection.dropDatabase();
  await connection.close();
  const directory = await mkdtemp(join(tmpdir(), 'context-collecting-'));
  const domain = await openDomain({
    ...{
      mongodbUri,
      database,
      objectStore: { OBJECT_STORE_URL: pathToFileURL(directory).href },
      datasetEnvironment: 'test',
    },
    ...{ releaseVenues: new Set(hasReleases ? [venue.id] : []), requestedMarketsMax: 0 },
    ...{
      cursorSecret: new Secret(Buffer.alloc(32, 1)),
      openVenues: () => [collectingOnly(venue, options.table)],
      clock,
    },
  });
  const logger = createLogger({ process: 'test', level: 'silent' });
  const collector = new Collector({ ...domain, clock, logger, owner: 'test' });
  const publisher = new Publisher({ ...domain, clock, owner: 'test', attempts: 1 });
  return {
    domain,
    collect: async () => {
      await collector.discover();
      while (await collector.collectNext());
      const symbols = (await domain.catalogue.stored({ venue: venue.id })).map(({ symbol }) => symbol);
      const instruments = await domain.instruments.named(venue.id, hasReleases ? symbols : []);
      for (const instrument of instruments) await publisher.publish(releasedMarketOf(instrument));
      return symbols;
    },
    [Symbol.asyncDispose]: async () => {
      await domain.close();
      await rm(directory, { recursive: true });
    },
  };
}

function collectingOnly(venue: MarketDataVenue, table: CollectedTable): MarketDataVenue {
  const { id, symbols, launchedAtMs, listing, tickers, hasVolume } = venue;
  return {
    ...{ id, symbols, launchedAtMs, listing, tickers, hasVolume, tables: [table] },
    rows: (...asked) => venue.rows(...asked),
    close: () => venue.close(),
  };
}
