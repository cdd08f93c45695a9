import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { connectMongo } from '@platform/store/mongo';
import type { Instrument, MarketDataVenue, SourcedRows } from '@platform/venues/market-data';
import {
  finalEndMs,
  leastCertain,
  type Row,
  type RowSource,
  type TableName,
  tableKinds,
} from '@platform/venues/market-data';
import fc from 'fast-check';
import { type Domain, openDomain } from '../domain.js';
import { NO_TICKERS } from '../testing/no-tickers.js';

const DATABASE = 'test_context_history';
const MINUTE_MS = 60_000;
const MINUTES = 3 * 24 * 60 + 163;
/** A candle of every timeframe has just closed. */
const CLOSED_MS = Date.UTC(2026, 2, 3);
const FIRST_MS = CLOSED_MS - MINUTES * MINUTE_MS;
const NOW_MS = CLOSED_MS + 20_000;
const LATE_MS = MINUTE_MS;
const VENUE = 'hyperliquid';
const TIMEFRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;

/** A row and its source. */
type Known = readonly [row: Row, source: RowSource];

/** A venue that has only minutes, two hundred per request, and its stored rows. */
class MinuteVenue implements MarketDataVenue {
  readonly id = VENUE;
  readonly symbols = { isCanonical: () => true, candidate: () => undefined };
  readonly launchedAtMs = FIRST_MS - 30 * 1_440 * MINUTE_MS;
  readonly listing = { kind: 'whole', instruments: async () => [] } as const;
  readonly tables = [{ name: 'candles_1m' }] as const;
  readonly hasVolume = false;
  readonly tickers = NO_TICKERS;
  known: readonly Known[] = [];
  rowsGiven = 0;

  async rows(_coin: string, _kind: unknown, { fromMs, toMs }: { fromMs: number; toMs: number }) {
    const found = this.known.filter(([[timeMs]]) => timeMs >= fromMs && timeMs < toMs).slice(0, 200);
    this.rowsGiven += found.length;
    return found.map(([row, source]): SourcedRows => ({ source: source as SourcedRows['source'], rows: [row] }));
  }

  async close(): Promise<void> {}
}

const clock = new ManualClock(NOW_MS);
const venue = new MinuteVenue();
let domain: Domain;
let directory: string;
let markets = 0;

beforeAll(async () => {
  const mongodbUri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
  const connection = await connectMongo(mongodbUri, DATABASE);
  await connection.dropDatabase();
  await connection.close();
  directory = await mkdtemp(join(tmpdir(), 'context-history-'));
  const objectStore = { OBJECT_STORE_URL: pathToFileURL(directory).href };
  const cursorSecret = new Secret(Buffer.alloc(32, 1));
  domain = await openDomain({
    ...{ mongodbUri, database: DATABASE, objectStore, cursorSecret, openVenues: () => [venue], clock },
    ...{ datasetEnvironment: 'test', releaseVenues: new Set(), requestedMarketsMax: 0 },
  });
});

afterAll(async () => {
  await domain.close();
  await rm(directory, { recursive: true, force: true });
});

/** A market of its own, so that nothing has to be removed. */
async function newMarket(): Promise<string> {
  markets += 1;
  const symbol = `M${markets}/USDC:USDC`;
  const sameText = { frameworkSymbols: {}, markPrice: '1', tickSize: '1' };
  const instrument: Instrument = {
    ...{ venue: VENUE, symbol, coin: symbol, name: symbol, kind: 'perpetual', status: 'active', ...sameText },
    ...{ sizeDecimals: 1, maxLeverage: 1, minOrderUsd: '1', builderDex: undefined, prediction: undefined },
  };
  await domain.instruments.keep([instrument]);
  return symbol;
}

async function store(symbol: string, table: TableName, known: readonly Known[]): Promise<void> {
  if (known.length === 0) return;
  await domain.catalogue.register(VENUE, [symbol], [tableKinds[table]]);
  let record = await domain.catalogue.take({ venue: VENUE, symbol, table }, 'test');
  const lease = { owner: 'test', epoch: record?.lease?.epoch ?? 0 };
  for (const source of new Set(known.map(([, each]) => each))) {
    if (record === undefined) throw new Error('the table is not free');
    const rows = known.filter(([, each]) => each === source).map(([row]) => row);
    record = { ...record, ...(await domain.tables.extend({ record, lease }, rows, source)) };
  }
  await domain.catalogue.abandon(`${VENUE}/${symbol}/${table}`, lease);
}

/** Rows of minutes, some left out, with sources that change. */
function minutesOf({ gaps, turns, lacksNewest }: Shape): Known[] {
  const sources = ['recorded', 'simulated', 'venue'] as const;
  return Array.from({ length: MINUTES }, (_, index): Known => {
    const price = 100 + ((index * 7_919) % 97) / 10;
    const source = sources[turns.filter((turn) => turn <= index).length % sources.length] ?? 'venue';
    return [
      [FIRST_MS + index * MINUTE_MS, price, price + 2, price - (index % 5), price + 1, (index % 11) / 10],
      source,
    ];
  })
    .slice(0, lacksNewest ? -1 : undefined)
    .filter((_, index) => !gaps.some(({ start, length }) => index >= start && index < start + length));
}

/** Candles of finer ones, one by one. */
function naiveCandles(finer: readonly Known[], table: TableName, finerMs: number, storedFromMs: number | undefined) {
  const { intervalMs } = tableKinds[table];
  const endMs = finalEndMs(tableKinds[table], NOW_MS);
  const buckets = Map.groupBy(finer, ([[timeMs]]) => timeMs - (timeMs % intervalMs));
  return [...buckets].flatMap(([openMs, within]): Known[] => {
    const rows = within.map(([row]) => row);
    const closeMs = openMs + intervalMs;
    const mayGrow = closeMs > NOW_MS - LATE_MS && rows.at(-1)?.[0] !== closeMs - finerMs;
    if (openMs < (storedFromMs ?? 0) || closeMs > endMs || mayGrow) return [];
    const values = [
      rows[0]?.[1] ?? 0,
      Math.max(...rows.map((row) => row[2] ?? 0)),
      Math.min(...rows.map((row) => row[3] ?? 0)),
      rows.at(-1)?.[4] ?? 0,
      rows.map((row) => row[5] ?? 0).reduce((sum, volume) => Number((sum + volume).toPrecision(15))),
    ];
    return [[[openMs, ...values], within.map(([, source]) => source).reduce(leastCertain)]];
  });
}

/** Returns all rows of a timeframe: stored ones, then those after them. */
function naive(table: TableName, minutes: readonly Known[], hours: readonly Known[], storedFromMs: number | undefined) {
  if (table === 'candles_1m') return minutes;
  const { intervalMs } = tableKinds[table];
  const hourMs = tableKinds.candles_1h.intervalMs;
  const ofMinutes = (name: TableName) => naiveCandles(minutes, name, MINUTE_MS, storedFromMs);
  if (hours.length === 0 || intervalMs < hourMs) return ofMinutes(table);
  const endMs = (hours.at(-1)?.[0][0] ?? 0) + hourMs;
  const allHours = [...hours, ...ofMinutes('candles_1h').filter(([[timeMs]]) => timeMs >= endMs)];
  return table === 'candles_1h' ? allHours : naiveCandles(allHours, table, hourMs, hours[0]?.[0][0]);
}

/** Returns every page of a list, one after the other. */
async function readAll(asked: Omit<Parameters<Domain['history']['list']>[0], 'cursor'>): Promise<Known[]> {
  const found: Known[] = [];
  let cursor: string | undefined;
  do {
    const { rows, rowsFrom, hasVolume, nextCursor } = await domain.history.list({ ...asked, cursor });
    const sourceOf = (timeMs: number) => rowsFrom.filter(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
    expect(hasVolume).toBe(false);
    expect(rows.length).toBeLessThanOrEqual(asked.limit);
    for (const row of rows) {
      const [range, ...others] = sourceOf(row[0]);
      expect(others).toEqual([]);
      found.push([row, range?.source ?? 'unknown']);
    }
    for (const [index, { source }] of rowsFrom.entries()) expect(rowsFrom[index + 1]?.source).not.toBe(source);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return found;
}

const minute = fc.nat(MINUTES - 1);
const shapes = fc.record({
  gaps: fc.array(fc.record({ start: minute, length: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.nat(900)) }), {
    maxLength: 40,
  }),
  turns: fc.array(minute, { maxLength: 4 }),
  lacksNewest: fc.boolean(),
  /** The stored minutes, and the stored hours. */
  stored: fc.option(fc.tuple(minute, minute)),
  hours: fc.option(fc.tuple(minute, minute), { freq: 2 }),
  timeframe: fc.constantFrom(...TIMEFRAMES),
  window: fc.option(fc.tuple(minute, minute)),
  limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(5_000)),
  newestFirst: fc.boolean(),
});
type Shape = Pick<typeof shapes extends fc.Arbitrary<infer Value> ? Value : never, 'gaps' | 'turns' | 'lacksNewest'>;

function ordered([left, right]: readonly [number, number]): [number, number] {
  return [FIRST_MS + Math.min(left, right) * MINUTE_MS, FIRST_MS + Math.max(left, right) * MINUTE_MS];
}

describe('candles of any timeframe', () => {
  test('page through the same rows as a plain walk over everything that is stored and served', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const table: TableName = `candles_${shape.timeframe}`;
        const symbol = await newMarket();
        const served = minutesOf(shape);
        venue.known = served;
        const [fromMs, toMs] = ordered(shape.stored ?? [0, 0]);
        const stored = served.filter(([[timeMs]]) => timeMs >= fromMs && timeMs < toMs);
        await store(symbol, 'candles_1m', stored);
        const [hoursFromMs, hoursToMs] = ordered(shape.hours ?? [0, 0]);
        const hours = naiveCandles(served, 'candles_1h', MINUTE_MS, undefined)
          .filter(([[timeMs]]) => timeMs >= hoursFromMs && timeMs < hoursToMs)
          .map(([[timeMs, ...values]]): Known => [[timeMs, ...values.map((value) => value + 1)], 'imported']);
        await store(symbol, 'candles_1h', hours);

        const storedFromMs = stored[0]?.[0][0];
        const final = served.filter(([[timeMs]]) => timeMs < finalEndMs(tableKinds.candles_1m, NOW_MS));
        const minutes = final.filter(([[timeMs]]) => timeMs >= (storedFromMs ?? 0));
        const window = shape.window === null ? [undefined, undefined] : ordered(shape.window);
        const expected = naive(table, minutes, hours, storedFromMs).filter(
          ([[timeMs]]) => timeMs >= (window[0] ?? 0) && timeMs < (window[1] ?? Number.POSITIVE_INFINITY),
        );
        const { limit, newestFirst } = shape;
        const few = Math.max(limit, Math.ceil(expected.length / 20));
        const asked = { venue: VENUE, symbol, table, fromMs: window[0], toMs: window[1], limit: few, newestFirst };
        const listed = shape.window === null && !newestFirst ? expected.slice(-few) : expected;
        expect(await readAll(asked)).toEqual(newestFirst ? listed.toReversed() : listed);
      }),
      { numRuns: Number(process.env['HISTORY_RUNS'] ?? 15), seed: 17 },
    );
  });

  test.each([false, true])('ask a venue for a bounded part of it a page, newest first: %p', async (newestFirst) => {
    const days = 20;
    const startMs = CLOSED_MS - days * 1_440 * MINUTE_MS;
    venue.known = Array.from({ length: days * 1_440 }, (_, index): Known => {
      return [[startMs + index * MINUTE_MS, 1, 1, 1, 1, 1], 'venue'];
    });
    const asked = { venue: VENUE, symbol: await newMarket(), table: 'candles_1d', limit: 500, newestFirst } as const;
    const window = { fromMs: startMs, toMs: undefined };
    venue.rowsGiven = 0;
    const { rows, nextCursor } = await domain.history.list({ ...asked, ...window, cursor: undefined });
    expect(venue.rowsGiven).toBeLessThan(20_000);
    expect(rows.length).toBeGreaterThan(0);
    expect(nextCursor).toBeDefined();
    const all = await readAll({ ...asked, ...window });
    expect(all.map(([[, , , , , volume]]) => volume)).toEqual(Array.from({ length: days }, () => 1_440));
  });
});
