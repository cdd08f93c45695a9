import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/clock';
import { Secret } from '@platform/config';
import { createLogger } from '@platform/logging';
import { type Connection, connectMongo } from '@platform/mongo';
import { openObjectStore } from '@platform/objects';
import { Catalogue } from '../datasets/catalogue.js';
import { ParquetFiles } from '../datasets/parquet.js';
import { PendingObjects } from '../datasets/pending-objects.js';
import type { Segment } from '../datasets/segments.js';
import { TableStore } from '../datasets/table-store.js';
import { type Row, tableKinds } from '../datasets/tables.js';
import { Instruments } from '../markets/instruments.js';
import { BackfillReadiness } from '../markets/readiness.js';
import { WholeMarkets } from '../markets/whole-markets.js';
import { testHyperliquid } from '../testing/hyperliquid.js';
import { TestVenue } from '../testing/test-venue.js';
import type { Hyperliquid } from '../venues/hyperliquid/hyperliquid.js';
import { Collector } from './collector.js';

const START_MS = Date.UTC(2026, 2, 2, 12, 34);
const HOUR_MS = 3_600_000;
const SYMBOL = 'BTC/USDC:USDC';
const LEASE_MS = 20;
const KILLED = 'killed';
/** How many deaths are tried, spread over all effects; `KILLS=1000` tries every one. */
const DEATHS_MAX = Number(process.env['KILLS'] ?? 20);

/** A process that dies before or after its n-th effect: nothing it does from then on happens. */
class Life {
  effects = 0;

  constructor(private readonly deathAt: number) {}

  get isOver(): boolean {
    return this.effects >= this.deathAt;
  }

  step(): void {
    if (!this.isOver) this.effects += 1;
    if (this.isOver) throw new Error(KILLED);
  }

  /** The same object, each of its methods an effect. */
  watch<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return async (...values: unknown[]) => {
          this.step();
          const result: unknown = await member.apply(target, values);
          this.step();
          return result;
        };
      },
    });
  }
}

let connection: Connection;
let clock: ManualClock;
let server: TestVenue;
let venue: Hyperliquid;
let directory: string;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_context_kills');
  server = await TestVenue.start(() => clock.nowMs());
  venue = testHyperliquid(server.url);
});

afterAll(async () => {
  await venue.close();
  await server[Symbol.asyncDispose]();
  await connection.close();
});

function live(life: Life): Collector {
  const catalogue = life.watch(new Catalogue(connection, clock, LEASE_MS));
  const pending = life.watch(new PendingObjects(connection, clock));
  const objects = life.watch(openObjectStore(pathToFileURL(directory).href));
  const tables = new TableStore(catalogue, pending, objects, life.watch(new ParquetFiles()));
  return new Collector({
    catalogue,
    tables,
    clock,
    instruments: new Instruments(connection),
    venueMarkets: new Map([
      [venue.id, new WholeMarkets(life.watch(venue), venue.listing, new BackfillReadiness(venue.id, catalogue), clock)],
    ]),
    logger: createLogger({ process: 'test', level: 'silent' }),
    owner: 'test',
  });
}

/** Collects what is due as one process that may die; gives whether it lived. */
async function collect(life: Life): Promise<boolean> {
  const collector = live(life);
  try {
    while (await collector.collectNext());
    return true;
  } catch (error) {
    if (!(error instanceof Error) || error.message !== KILLED) throw error;
    return false;
  }
}

/** A table as an earlier version left it, in three pieces, from which somebody has removed two hours that the venue serves. */
async function leavePieces(): Promise<void> {
  const catalogue = new Catalogue(connection, clock);
  const objects = openObjectStore(pathToFileURL(directory).href);
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

/** Two rounds of collection; the process of one round dies at an effect, and another follows it. */
async function run(deathInFirst: number, deathInSecond: number, prepare = async () => {}) {
  for (const name of ['tables', 'pending_objects', 'instruments']) await connection.collection(name).deleteMany();
  directory = await mkdtemp(join(tmpdir(), 'context-kills-'));
  clock = new ManualClock(START_MS);
  await new Instruments(connection).keep(await venue.listing.instruments('background'));
  await new Catalogue(connection, clock).register(venue.id, [SYMBOL], [tableKinds.candles_1h]);
  await prepare();
  const effects: number[] = [];
  for (const death of [deathInFirst, deathInSecond]) {
    const life = new Life(death);
    const lived = await collect(life);
    effects.push(life.effects);
    if (!lived) {
      await wait(LEASE_MS * 2);
      await collect(new Life(Number.POSITIVE_INFINITY));
    }
    clock.advance(3 * HOUR_MS);
  }
  return { effects, ...(await state()) };
}

async function state() {
  const table = await new Catalogue(connection, clock).find({ venue: venue.id, symbol: SYMBOL, table: 'candles_1h' });
  const files = await readdir(directory, { recursive: true });
  const noted = (await connection.collection('pending_objects').find().toArray()).map(({ _id }) => String(_id));
  const objects = files.filter((file) => file.endsWith('.parquet'));
  const referred = (table?.segments ?? []).map(({ key }) => key);
  const lost = objects.filter((key) => !referred.includes(key) && !noted.includes(key));
  await rm(directory, { recursive: true, force: true });
  const { segments, sources, refill, failures } = table ?? {};
  return { segments, sources, refill, lost, failures };
}

test.each([
  ['an empty table', async () => {}, { rows: 62, sources: [{ source: 'venue' }] }],
  [
    'a table in pieces, with rows removed',
    leavePieces,
    { rows: 15, sources: [{ source: 'imported' }, { source: 'venue' }] },
  ],
])(
  'a collector of %s that is killed at any effect ends with the same objects as one that is not',
  async (_, prepare, { rows, sources }) => {
    const undisturbed = await run(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, prepare);
    expect(undisturbed).toMatchObject({ segments: [{ rows }], sources, refill: [], lost: [], failures: 0 });
    const [first = 0, second = 0] = undisturbed.effects;
    const deaths = [
      ...Array.from({ length: first }, (_, index) => [index + 1, Number.POSITIVE_INFINITY] as const),
      ...Array.from({ length: second }, (_, index) => [Number.POSITIVE_INFINITY, index + 1] as const),
    ];
    expect(deaths.length).toBeGreaterThan(40);
    const stride = Math.ceil(deaths.length / DEATHS_MAX);
    for (const [inFirst, inSecond] of deaths.filter((_, index) => index % stride === 0)) {
      const { effects: _effects, failures: _failures, ...end } = await run(inFirst, inSecond, prepare);
      const { segments, sources: kept, refill } = undisturbed;
      expect({ inFirst, inSecond, ...end }).toEqual({ inFirst, inSecond, segments, sources: kept, refill, lost: [] });
    }
  },
  120_000,
);
