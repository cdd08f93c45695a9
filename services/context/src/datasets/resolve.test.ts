import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { type Row, type TableName, type Timeframe, tableKinds } from '@platform/venues/market-data';
import { SEGMENT_ROWS_MAX } from '../tables/segments.js';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import type { ResolveRequest } from './resolve.js';

const VENUE = 'hyperliquid';
const [BTC, PEPE, OLD] = ['BTC/USDC:USDC', 'KPEPE/USDC:USDC', 'OLD/USDC:USDC'];
/** Of a builder-deployed dex. */
const GOLD = 'XYZ-GOLD/USDC:USDC';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_MS = Date.UTC(2025, 0, 1);
const day = (index: number) => FIRST_MS + index * DAY_MS;
let context: TestDomain;

beforeAll(async () => {
  context = await openTestDomain('test_context_resolve');
  context.venue.coins.push({ name: 'OLD', szDecimals: 1, maxLeverage: 3, isDelisted: true });
  const universe = [{ name: 'xyz:GOLD', szDecimals: 4, maxLeverage: 20 }];
  context.venue.dexes = { xyz: { collateralToken: 0, universe } };
  await context.collector.discover();
  await store(GOLD, 'candles_1h');
  // Ten days without the sixth hour of the fifth; and the same of a closed market.
  const hole = day(4) + 5 * HOUR_MS;
  await store(BTC, 'candles_1h', (timeMs) => timeMs !== hole);
  await store(BTC, 'candles_4h');
  await store(OLD, 'candles_1h');
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
});

async function store(
  symbol: string,
  table: TableName,
  isThere: (timeMs: number) => boolean = () => true,
  count = (10 * DAY_MS) / tableKinds[table].intervalMs,
  rowOf = (timeMs: number): Row => [timeMs, 1, 1, 1, 1, 1],
) {
  const { catalogue, tables } = context.domain;
  const kind = tableKinds[table];
  await catalogue.register(VENUE, [symbol], [kind]);
  const record = await catalogue.take({ venue: VENUE, symbol, table }, 'test');
  if (record === undefined) throw new Error('the table is not free');
  const times = Array.from({ length: count }, (_, index) => FIRST_MS + index * kind.intervalMs);
  const rows = times.filter(isThere).map(rowOf);
  const lease = { owner: 'test', epoch: record.lease?.epoch ?? 0 };
  await tables.extend({ record, lease }, rows, 'venue');
  await catalogue.abandon(record._id, lease);
}

function resolve(
  request: Partial<Omit<ResolveRequest, 'tables'>> & { symbols?: readonly string[]; timeframe?: Timeframe },
) {
  const { symbols = [BTC], timeframe = '1h', ...rest } = request;
  const tables = symbols.map((symbol) => ({ symbol, timeframe }));
  const window = { fromMs: day(0), toMs: day(3) };
  return context.domain.resolver.resolve({ venue: VENUE, tables, funding: false, ...window, ...rest });
}

async function refusal(answer: Promise<unknown>): Promise<{ code: string; message: string; details: unknown }> {
  const error: unknown = await answer.then(() => undefined).catch((cause: unknown) => cause);
  if (!(error instanceof PlatformError)) throw new Error(`refused otherwise: ${String(error)}`);
  return { code: error.code, message: error.message, details: error.details };
}

test('a market of a builder-deployed dex is refused, though its candles are stored', async () => {
  expect(await refusal(resolve({ symbols: [BTC, GOLD] }))).toEqual({
    code: 'data_unavailable',
    message: expect.stringContaining('builder-deployed dex xyz'),
    details: { symbol: GOLD, coverage: null },
  });
  const { instruments } = await resolve({});
  expect(instruments.map(({ symbol }) => symbol)).toEqual([BTC, PEPE]);
});

const COVERAGE = { from: '2025-01-01T00:00:00.000Z', to: '2025-01-11T00:00:00.000Z' };

describe('a window', () => {
  test('with a gap inside is refused, naming table and interval', async () => {
    expect(await refusal(resolve({ fromMs: day(1), toMs: day(9) }))).toEqual({
      code: 'data_unavailable',
      message:
        'The 1h candles of BTC/USDC:USDC have a gap from 2025-01-05 05:00 to 2025-01-05 06:00 UTC, inside the range asked for, from 2025-01-02 00:00 to 2025-01-10 00:00 UTC.',
      details: {
        symbol: BTC,
        table: 'candles_1h',
        timeframe: '1h',
        coverage: COVERAGE,
        gap: { from: '2025-01-05T05:00:00.000Z', to: '2025-01-05T06:00:00.000Z' },
      },
    });
  });

  test('comes with the candle that opens at its end, also where that begins another object', async () => {
    await store(PEPE, 'candles_1m', () => true, SEGMENT_ROWS_MAX + 100);
    const window = { fromMs: day(1), toMs: FIRST_MS + SEGMENT_ROWS_MAX * 60_000 };
    const { candles } = await resolve({ symbols: [PEPE], timeframe: '1m', ...window });
    expect(candles.map(({ fromMs }) => fromMs)).toEqual([FIRST_MS, window.toMs]);
  });

  test.each([
    ['ends where the gap begins', day(0), day(4) + 5 * HOUR_MS],
    ['begins where the gap ends, which lies in its start-up', day(4) + 6 * HOUR_MS, day(10)],
  ])('that %s is resolved', async (_, fromMs, toMs) => {
    expect((await resolve({ fromMs, toMs })).candles).toMatchObject([{ symbol: BTC, timeframe: '1h' }]);
  });

  test('outside the coverage is refused, naming the coverage', async () => {
    const refused = await refusal(resolve({ fromMs: day(-1) }));
    expect(refused).toMatchObject({ code: 'data_unavailable', details: { coverage: COVERAGE } });
    expect(refused.details).not.toHaveProperty('gap');
    expect(refused.message).toBe(
      'The 1h candles of BTC/USDC:USDC are stored from 2025-01-01 00:00 to 2025-01-11 00:00 UTC; the range asked for is from 2024-12-31 00:00 to 2025-01-04 00:00 UTC.',
    );
    expect(await refusal(resolve({ fromMs: day(6), toMs: day(10) + HOUR_MS }))).toMatchObject({
      code: 'data_unavailable',
    });
  });

  test('of a table that is not stored is refused in words', async () => {
    expect(await refusal(resolve({ timeframe: '15m' }))).toEqual({
      code: 'data_unavailable',
      message: 'No 15m candles of BTC/USDC:USDC are stored.',
      details: { symbol: BTC, table: 'candles_15m', timeframe: '15m', coverage: null },
    });
  });

  test('that ends inside a candle does not need it: it closes later', async () => {
    expect((await resolve({ timeframe: '4h', fromMs: day(9), toMs: day(10) + HOUR_MS })).candles).toHaveLength(1);
    expect((await resolve({ timeframe: '4h', fromMs: day(0) - HOUR_MS, toMs: day(1) })).candles).toHaveLength(1);
  });
});

describe('funding', () => {
  const wanted = { symbols: [BTC, OLD], fromMs: day(6), toMs: day(9), funding: true };

  test('that a symbol lacks is a refusal, or is left out where it may lack', async () => {
    await store(BTC, 'funding_1h', undefined, undefined, (timeMs) => [timeMs, 0.001]);
    expect(await refusal(resolve(wanted))).toMatchObject({ details: { symbol: OLD, table: 'funding_1h' } });
    const { candles, funding } = await resolve({ ...wanted, fundingMayLack: true });
    expect(candles.map(({ symbol }) => symbol)).toEqual([BTC, OLD]);
    expect(funding).toMatchObject([{ symbol: BTC }]);
    // Candles may not.
    const absent = { ...wanted, timeframe: '15m' as const, fundingMayLack: true };
    expect(await refusal(resolve(absent))).toMatchObject({ details: { table: 'candles_15m' } });
  });

  test('in a damaged object is left out where it may lack, and else is an error', async () => {
    await store(OLD, 'funding_1h', undefined, undefined, (timeMs) => [timeMs, 0.002]);
    const { funding } = await resolve(wanted);
    const damaged = funding.find(({ symbol }) => symbol === OLD)?.key ?? '';
    await writeFile(join(context.objectsDirectory, damaged), 'rubbish');
    expect(await refusal(resolve(wanted))).toMatchObject({
      code: 'context_store_unavailable',
      details: { object: damaged },
    });
    expect((await resolve({ ...wanted, fundingMayLack: true })).funding).toMatchObject([{ symbol: BTC }]);
  });
});

describe('the instruments', () => {
  test('are those asked for, in their order, then every other active one', async () => {
    const symbolsOf = async (symbols: readonly string[]) =>
      (await resolve({ symbols })).instruments.map(({ symbol }) => symbol);
    expect(await symbolsOf([BTC])).toEqual([BTC, PEPE]);
    expect(await symbolsOf([OLD, BTC])).toEqual([OLD, BTC, PEPE]);
  });

  test('are read from the database, not from the venue', async () => {
    context.clock.advance(HOUR_MS);
    context.venue.questions.length = 0;
    await resolve({});
    expect(context.venue.questions).toEqual([]);
  });

  test('of no market or by an alias are refused as before', async () => {
    expect(await refusal(resolve({ symbols: ['NO/USDC:USDC'] }))).toMatchObject({ code: 'market_not_found' });
    expect(await refusal(resolve({ symbols: ['BTC-PERP.HYPERLIQUID'] }))).toMatchObject({
      code: 'symbol_not_canonical',
      details: { candidate: BTC },
    });
  });
});
