import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { sampled } from '@platform/kit/sampling';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { openObjectStore } from '@platform/store/objects';
import type { Hyperliquid } from '@platform/venues/hyperliquid/context';
import { TestVenue, testHyperliquid } from '@platform/venues/hyperliquid/context/testing';
import { type Row, tableKinds } from '@platform/venues/market-data';
import { Snapshots } from '../intelligence/snapshots.js';
import { MarketRequestStore } from '../market-requests/store.js';
import { Instruments } from '../markets/instruments.js';
import { BackfillReadiness } from '../markets/readiness.js';
import { WholeMarkets } from '../markets/whole-markets.js';
import { migrations } from '../migrations/index.js';
import { Markers } from '../releases/markers.js';
import { Publisher } from '../releases/publisher.js';
import { Releases } from '../releases/releases.js';
import { StoredMarkets } from '../releases/stored-markets.js';
import { verifyRelease } from '../releases/verify.js';
import { Catalogue } from '../tables/catalogue.js';
import { ParquetFiles } from '../tables/parquet.js';
import { PendingObjects } from '../tables/pending-objects.js';
import { Quarantine } from '../tables/quarantine.js';
import type { Segment } from '../tables/segments.js';
import { TableStore } from '../tables/table-store.js';
import { Life } from '../testing/life.js';
import { Collector } from './collector.js';
import { Publishing } from './publishing.js';

const START_MS = Date.UTC(2026, 2, 2, 12, 34);
const HOUR_MS = 3_600_000;
const SYMBOL = 'BTC/USDC:USDC';
const LEASE_MS = 20;
/** How many pairs of deaths per run are tried for each table, at random, beside one death at each effect. */
const PAIRS = Number(process.env['COLLECTOR_KILL_PAIRS'] ?? 0);
const NEVER = Number.POSITIVE_INFINITY;

let connection: Connection;
let clock: ManualClock;
let server: TestVenue;
let venue: Hyperliquid;
let directory: string;

beforeAll(async () => {
  const uri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
  connection = await connectMongo(uri, 'test_context_kills', { migrations });
  server = await TestVenue.start(() => clock.nowMs());
  venue = testHyperliquid(server.url);
});

afterAll(async () => {
  await venue.close();
  await server[Symbol.asyncDispose]();
  await connection.close();
});

/** Collects and publishes what is due, as one process that may die. */
async function liveOn(life: Life): Promise<void> {
  const catalogue = life.watch(new Catalogue(connection, clock, LEASE_MS));
  const pending = life.watch(new PendingObjects(connection, clock));
  const objects = life.watch(await openObjectStore({ OBJECT_STORE_URL: pathToFileURL(directory).href }));
  const tables = new TableStore(catalogue, pending, objects, life.watch(new ParquetFiles()));
  const instruments = new Instruments(connection);
  const markets = new WholeMarkets(life.watch(venue), venue.listing, new BackfillReadiness(venue.id, catalogue), clock);
  const logger = createLogger({ process: 'test', level: 'silent' });
  const snapshots = new Snapshots(connection, clock);
  const quarantine = life.watch(new Quarantine(connection, clock));
  const marketRequests = new MarketRequestStore(connection, clock);
  const stores = { catalogue, marketRequests };
  const parts = { ...stores, tables, quarantine, instruments, snapshots, clock, logger, objects, owner: 'test' };
  const collector = new Collector({ ...parts, venueMarkets: new Map([[venue.id, markets]]) });
  const markers = new Markers(objects, 'test');
  const publisher = new Publisher({ ...parts, markers, attempts: 1 });
  const stored = new StoredMarkets({ ...parts, attempts: 1 });
  const releaseVenues = new Set([venue.id]);
  const publishing = new Publishing({
    ...parts,
    markets: stored,
    markers,
    publisher,
    releaseVenues,
    releases: new Releases({ markers, objects, instruments, clock, venues: releaseVenues }),
    releaseIntervalMs: HOUR_MS,
  });
  await life.live(async () => {
    while (await collector.collectNext());
    await publishing.publishDue();
  });
}

/** A fragmented table of an earlier version, in three pieces, from which two hours that the venue serves were removed. */
async function leavePieces(): Promise<void> {
  const catalogue = new Catalogue(connection, clock);
  const objects = await openObjectStore({ OBJECT_STORE_URL: pathToFileURL(directory).href });
  const tables = new TableStore(catalogue, new PendingObjects(connection, clock), objects, new ParquetFiles());
  const take = async () => {
    const record = await catalogue.take({ venue: venue.id, symbol: SYMBOL, table: 'candles_1h' }, 'before');
    if (record === undefined) throw new Error('the table is not free');
    return { record, lease: { owner: 'before', epoch: record.lease?.epoch ?? 0 } };
  };
  const held = await take();
  const lastMs = START_MS - (START_MS % HOUR_MS) - 2 * HOUR_MS;
  const pieces: Segment[] = [];
  for (const piece of [0, 1, 2]) {
    const rows = [0, 1, 2].map((hour): Row => [lastMs - (12 - 4 * piece - hour) * HOUR_MS, 1, 2, 0.5, 1, 1]);
    pieces.push(...(await tables.extend(held, rows, 'imported')).segments);
  }
  const refill = [{ fromMs: lastMs - HOUR_MS, toMs: lastMs + HOUR_MS }];
  const sources = [{ source: 'imported' as const, fromMs: lastMs - 12 * HOUR_MS, toMs: lastMs - HOUR_MS }];
  await catalogue.complete(held.record._id, held.lease, clock.now());
  const { record, lease } = await take();
  await catalogue.commit(record._id, lease, { segments: pieces, sources, refill });
  await catalogue.abandon(record._id, lease);
}

/** Two rounds of collection and publication; the process of a round dies at an effect, and another follows it. */
async function run(deaths: readonly [inFirst: number, inSecond: number], prepare = async () => {}) {
  for (const name of ['tables', 'pending_objects', 'instruments']) await connection.collection(name).deleteMany();
  directory = await mkdtemp(join(tmpdir(), 'context-kills-'));
  clock = new ManualClock(START_MS);
  await new Instruments(connection).keep(await venue.listing.instruments('background'));
  await new Catalogue(connection, clock).register(venue.id, [SYMBOL], [tableKinds.candles_1h]);
  await prepare();
  const effects: number[] = [];
  /** The release after a process had died, and after another had followed it. */
  const releases: (string | undefined)[] = [];
  for (const death of deaths) {
    const life = new Life(death);
    await liveOn(life);
    effects.push(life.effects);
    releases.push(await publishedRelease());
    if (life.isOver) {
      await wait(LEASE_MS * 2);
      await liveOn(new Life(NEVER));
    }
    releases.push(await publishedRelease());
    clock.advance(3 * HOUR_MS);
  }
  return { effects, releases, ...(await state()) };
}

/** Returns the release of the market: whole, at whatever point a publishing process died. */
async function publishedRelease(): Promise<string | undefined> {
  const objects = await openObjectStore({ OBJECT_STORE_URL: pathToFileURL(directory).href });
  const pending = new PendingObjects(connection, clock);
  const tables = new TableStore(new Catalogue(connection, clock), pending, objects, new ParquetFiles());
  const parts = { markers: new Markers(objects, 'test'), objects, tables };
  const { release, problems } = await verifyRelease({ venue: venue.id, market: SYMBOL }, parts);
  expect(problems).toEqual([]);
  return release;
}

async function state() {
  const table = await new Catalogue(connection, clock).find({ venue: venue.id, symbol: SYMBOL, table: 'candles_1h' });
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const bytes = await Promise.all(
    paths.map(async (path) => [relative(directory, path), await readFile(path)] as const),
  );
  const noted = (await connection.collection('pending_objects').find().toArray()).map(({ _id }) => String(_id));
  const referred = (table?.segments ?? []).map(({ key }) => key);
  const stored = bytes.filter(([key]) => key.startsWith('history/'));
  const lost = stored.map(([key]) => key).filter((key) => !referred.includes(key) && !noted.includes(key));
  const kept = bytes.filter(([key]) => !key.startsWith('history/') || referred.includes(key));
  await rm(directory, { recursive: true, force: true });
  const { segments, sources, refill, failures } = table ?? {};
  return {
    segments,
    sources,
    refill,
    lost,
    failures,
    files: Object.fromEntries(kept.map(([key, all]) => [key, digest(all)])),
  };
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns one death per run, at each of its effects or at those of the sample, and as many pairs of deaths as requested. */
function deathsOf(table: string, [first, second]: readonly [number, number]): [inFirst: number, inSecond: number][] {
  const once = [
    ...Array.from({ length: first }, (_, index): [number, number] => [index + 1, NEVER]),
    ...Array.from({ length: second }, (_, index): [number, number] => [NEVER, index + 1]),
  ];
  let state = 1;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return 1 + (state % below);
  };
  const twice = Array.from({ length: PAIRS }, (): [number, number] => [random(first), random(second)]);
  return [...sampled({ name: `collector kills of ${table}`, cases: once, nameOf: String, count: 4 }), ...twice];
}

test.each([
  ['an empty table', async () => {}, { rows: 62, sources: [{ source: 'venue' }] }],
  [
    'a table in pieces, with rows removed',
    leavePieces,
    { rows: 15, sources: [{ source: 'imported' }, { source: 'venue' }] },
  ],
])(
  'a collector and publisher of %s that is killed at any effect ends with the same bytes as one that is not',
  async (table, prepare, { rows, sources }) => {
    const undisturbed = await run([NEVER, NEVER], prepare);
    expect(undisturbed).toMatchObject({ segments: [{ rows }], sources, refill: [], lost: [], failures: 0 });
    const [first = 0, second = 0] = undisturbed.effects;
    const [before, , after] = undisturbed.releases;
    expect(new Set([before, after, undefined]).size).toBe(3);
    expect(first + second).toBeGreaterThan(80);
    for (const deaths of deathsOf(table, [first, second])) {
      const { effects: _effects, failures: _failures, releases, ...end } = await run(deaths, prepare);
      const { segments, sources: kept, refill, files } = undisturbed;
      expect({ deaths, ...end }).toEqual({ deaths, segments, sources: kept, refill, files, lost: [] });
      expect([undefined, before]).toContain(releases[0]);
      expect([before, after]).toContain(releases[2]);
      expect([releases[1], releases[3]]).toEqual([before, after]);
    }
  },
  // A whole run has each of the kills, beside other tests.
  1_200_000 + PAIRS * 2_000,
);
