import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger, type Logger } from '@platform/observability/logging';
import { connectMongo } from '@platform/store/mongo';
import { TestVenue, testHyperliquid } from '@platform/venues/hyperliquid/context/testing';
import type { MarketDataVenue, TableName } from '@platform/venues/market-data';
import { type Domain, openDomain } from '../domain.js';
import { Analyst } from '../workers/analyst.js';
import { Collector } from '../workers/collector.js';

/** 2026-03-02 12:34:10 UTC. */
const NOW_MS = Date.UTC(2026, 2, 2, 12, 34, 10);
const ROUND_MS = 300_000;

/** The whole domain over a real mongod, a real object store and a venue that speaks HTTP. */
export interface TestDomain extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly venue: TestVenue;
  readonly domain: Domain;
  readonly collector: Collector;
  readonly analyst: Analyst;
  readonly objectsDirectory: string;
  readonly logger: Logger;
  readonly logged: string[];
  /** Collects every table that is due. */
  collectAll(): Promise<void>;
}

/** The options of a test's domain: Hyperliquid with all of its tables, which are extended in place, is always there. */
export interface TestOptions {
  /** The tables that are collected, of all. */
  readonly tables?: readonly TableName[];
  /** Further venues. */
  readonly others?: (clock: ManualClock) => readonly MarketDataVenue[];
  /** The venues whose history is published in releases. */
  readonly releaseVenues?: readonly string[];
  /** The most markets of a venue that accounts ask for. */
  readonly requestedMarketsMax?: number;
  /** Hyperliquid's allowance per minute of the domain's clock; undefined: unlimited. */
  readonly weightPerMinute?: number;
}

/** Opens a domain over an empty database of its own. */
export async function openTestDomain(database: string, options: TestOptions = {}): Promise<TestDomain> {
  const mongodbUri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
  await dropDatabase(mongodbUri, database);
  const objectsDirectory = await mkdtemp(join(tmpdir(), 'context-objects-'));
  const clock = new ManualClock(NOW_MS);
  const venue = await TestVenue.start(() => clock.nowMs());
  const hyperliquid = testHyperliquid(venue.url, clock, options.weightPerMinute);
  const venues = [collectingOnly(hyperliquid, options.tables), ...(options.others?.(clock) ?? [])];
  const domain = await openDomain({
    mongodbUri,
    database,
    objectStore: { OBJECT_STORE_URL: pathToFileURL(objectsDirectory).href },
    datasetEnvironment: 'test',
    releaseVenues: new Set(options.releaseVenues),
    requestedMarketsMax: options.requestedMarketsMax ?? 100,
    cursorSecret: new Secret(Buffer.alloc(32, 1)),
    openVenues: () => venues,
    clock,
  });
  const logged: string[] = [];
  const logger = capture(logged);
  const collector = new Collector({ ...domain, clock, logger, owner: 'test' });
  const analyst = new Analyst({ ...domain, venues, intervalMs: ROUND_MS, clock, logger, owner: 'test' });
  return {
    ...{ clock, venue, domain, collector, analyst, objectsDirectory, logger, logged },
    collectAll: async () => {
      while (await collector.collectNext());
    },
    [Symbol.asyncDispose]: async () => {
      await hyperliquid.close();
      await domain.close();
      await venue[Symbol.asyncDispose]();
      await rm(objectsDirectory, { recursive: true, force: true });
    },
  };
}

/** Returns the venue with only the tables of these names. */
function collectingOnly(venue: MarketDataVenue, names: readonly TableName[] | undefined): MarketDataVenue {
  const { id, symbols, launchedAtMs, listing, tables, tickers, hasVolume } = venue;
  return {
    ...{ id, symbols, launchedAtMs, listing, tickers, hasVolume },
    tables: tables.filter(({ name }) => names?.includes(name) ?? true),
    rows: (...asked) => venue.rows(...asked),
    close: () => venue.close(),
  };
}

/** Drops a test's database. */
async function dropDatabase(mongodbUri: Secret, database: string): Promise<void> {
  const connection = await connectMongo(mongodbUri, database);
  await connection.dropDatabase();
  await connection.close();
}

function capture(logged: string[]): Logger {
  return createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void logged.push(line) });
}
