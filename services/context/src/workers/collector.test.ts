import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openTestDomain, type TestDomain } from '../testing/domain.js';

const HOUR_MS = 3_600_000;
const MARKET = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
let context: TestDomain;

beforeEach(async () => {
  context = await openTestDomain('test_context_collector');
});

afterEach(async () => {
  await context[Symbol.asyncDispose]();
});

async function stored(symbol: string, table: string) {
  const [dataset] = await context.domain.datasets.list({ venue: 'hyperliquid', symbol });
  return dataset?.tables.find(({ name }) => name === table);
}

describe('the collector', () => {
  test('stores every table of every market, candles only once they have closed', async () => {
    await context.collector.discover();
    await context.collectAll();
    const datasets = await context.domain.datasets.list({});
    expect(datasets.map(({ symbol, tables }) => [symbol, tables.length])).toEqual([
      ['BTC/USDC:USDC', 8],
      ['KPEPE/USDC:USDC', 8],
    ]);
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({
      rows: 59,
      toMs: Date.UTC(2026, 2, 2, 11),
      gaps: [],
    });
    expect(await stored(MARKET.symbol, 'candles_1m')).toMatchObject({ rows: 59, toMs: Date.UTC(2026, 2, 2, 12, 33) });
    expect(await stored(MARKET.symbol, 'funding_1h')).toMatchObject({ rows: 61, toMs: Date.UTC(2026, 2, 2, 12) });
  });

  test('collects candles_1h of all markets before anything else', async () => {
    await context.collector.discover();
    await context.collectAll();
    const intervals = context.venue.questions.flatMap((asked) =>
      asked.type === 'candleSnapshot' ? [asked.req.interval] : [],
    );
    const firstOther = intervals.findIndex((interval) => interval !== '1h');
    expect(intervals.slice(firstOther)).not.toContain('1h');
  });

  test('collects tables of one venue alone where it is told so', async () => {
    await context.collector.discover();
    expect(await context.collector.collectNext('lighter')).toBe(false);
    expect(await context.collector.collectNext(MARKET.venue)).toBe(true);
  });

  test('keeps what the venue no longer serves and adds what is new', async () => {
    await context.collector.discover();
    await context.collectAll();
    context.venue.candlesServed = 3;
    context.clock.advance(2 * HOUR_MS);
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 61, gaps: [] });
  });

  test('collects all that the venue has also where rows were imported before', async () => {
    await context.collector.discover();
    const { catalogue, tables } = context.domain;
    const record = await catalogue.take({ ...MARKET, table: 'candles_1h' }, 'test');
    const lease = { owner: 'test', epoch: record?.lease?.epoch ?? 0 };
    if (record === undefined) throw new Error('the table is not free');
    await tables.extend({ record, lease }, [[Date.UTC(2026, 2, 2, 10), 1, 1, 1, 1, 1]], 'imported');
    await catalogue.abandon(record._id, lease);
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({
      rows: 59,
      gaps: [],
      source: ['venue', 'imported'],
    });
  });

  test('goes on beside a malformed candle, which is a gap and quarantined until the venue gives it valid', async () => {
    const malformed = { t: Date.UTC(2026, 2, 2, 11), h: '1' };
    const { venue, clock, domain, logged } = context;
    const tableId = `${MARKET.venue}/${MARKET.symbol}/candles_1h`;
    venue.change = (candle) =>
      candle.t === malformed.t && candle.s === 'BTC' && candle['i'] === '1h' ? { ...candle, h: malformed.h } : candle;
    await context.collector.discover();
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({
      rows: 58,
      toMs: malformed.t - HOUR_MS,
      gaps: [],
    });
    expect(await domain.quarantine.of(tableId)).toMatchObject([
      { timeMs: malformed.t, reason: 'at top: must have low and high around open and close' },
    ]);
    expect(
      logged.filter((line) => line.includes(tableId) && line.includes('malformed rows are quarantined')),
    ).toHaveLength(1);
    clock.advance(HOUR_MS);
    await context.collectAll();
    const gaps = [{ fromMs: malformed.t, toMs: malformed.t + HOUR_MS }];
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 59, toMs: malformed.t + HOUR_MS, gaps });
    expect(await domain.quarantine.counts()).toMatchObject({ hyperliquid: 1 });
    const window = { fromMs: malformed.t - 2 * HOUR_MS, toMs: malformed.t + 2 * HOUR_MS };
    const request = {
      venue: MARKET.venue,
      tables: [{ symbol: MARKET.symbol, timeframe: '1h' as const }],
      funding: false,
    };
    await expect(domain.resolver.resolve({ ...request, ...window })).rejects.toMatchObject({
      code: 'data_unavailable',
      details: { reason: 'malformed_rows', gap: { from: new Date(malformed.t).toISOString() } },
    });
  });

  test('asks again for a malformed candle behind the stored ones, and closes the gap once it is sound', async () => {
    const malformedMs = Date.UTC(2026, 2, 1, 20);
    const { venue, clock, domain } = context;
    const tableId = `${MARKET.venue}/${MARKET.symbol}/candles_1h`;
    venue.change = (candle) => (candle.t === malformedMs ? { ...candle, c: null } : candle);
    await context.collector.discover();
    await context.collectAll();
    const gaps = [{ fromMs: malformedMs, toMs: malformedMs + HOUR_MS }];
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 58, gaps });
    const askedTimes = () =>
      venue.questions.filter(
        (asked) =>
          asked.type === 'candleSnapshot' &&
          asked.req.interval === '1h' &&
          asked.req.coin === 'BTC' &&
          asked.req.startTime === malformedMs - HOUR_MS,
      ).length;
    clock.advance(HOUR_MS);
    await context.collectAll();
    expect([askedTimes(), (await stored(MARKET.symbol, 'candles_1h'))?.rows]).toEqual([1, 59]);
    clock.advance(HOUR_MS / 2);
    await context.collectAll();
    expect(askedTimes()).toBe(1);
    venue.change = (candle) => candle;
    clock.advance(HOUR_MS);
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 62, gaps: [] });
    expect(await domain.quarantine.of(tableId)).toEqual([]);
  });

  test('goes on with the newest candles while an answer about a malformed one is none', async () => {
    const malformedMs = Date.UTC(2026, 2, 1, 20);
    const { venue, clock, domain } = context;
    venue.change = (candle) => (candle.t === malformedMs ? { ...candle, v: '-1' } : candle);
    await context.collector.discover();
    await context.collectAll();
    venue.misbehave = (asked) =>
      asked.type === 'candleSnapshot' && asked.req.startTime === malformedMs - HOUR_MS ? { text: '{}' } : undefined;
    clock.advance(HOUR_MS);
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 59, toMs: Date.UTC(2026, 2, 2, 12) });
    const record = await domain.catalogue.find({ ...MARKET, table: 'candles_1h' });
    expect([record?.failures, await domain.quarantine.of(`${record?._id}`)]).toMatchObject([0, [{}]]);
  });

  test('forgets a malformed candle that the venue mends before it is behind the stored ones', async () => {
    const malformedMs = Date.UTC(2026, 2, 2, 11);
    const { venue, clock, domain } = context;
    venue.change = (candle) => (candle.t === malformedMs ? { ...candle, h: '1' } : candle);
    await context.collector.discover();
    await context.collectAll();
    venue.change = (candle) => candle;
    clock.advance(HOUR_MS);
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 60, gaps: [] });
    expect(await domain.quarantine.of(`${MARKET.venue}/${MARKET.symbol}/candles_1h`)).toEqual([]);
  });

  test('records what the venue never gave as a gap', async () => {
    const lost = Date.UTC(2026, 2, 1, 5);
    context.venue.isMissing = (timeMs) => timeMs === lost;
    await context.collector.discover();
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({
      rows: 58,
      gaps: [{ fromMs: lost, toMs: lost + HOUR_MS }],
    });
    context.venue.isMissing = () => false;
    context.venue.candlesServed = 2;
    context.clock.advance(5 * HOUR_MS);
    await context.collectAll();
    expect((await stored(MARKET.symbol, 'candles_1h'))?.gaps).toHaveLength(2);
  });

  test('goes on with the others when one market answers garbage, and comes back to it later', async () => {
    context.venue.misbehave = (asked) =>
      asked.type === 'candleSnapshot' && asked.req.coin === 'BTC' ? { text: '[{"t": "soon"}]' } : undefined;
    await context.collector.discover();
    await context.collectAll();
    expect(await stored('KPEPE/USDC:USDC', 'candles_1h')).toMatchObject({ rows: 59 });
    expect(await stored(MARKET.symbol, 'candles_1h')).toBeUndefined();
    expect(context.logged.join('')).toMatch(/hyperliquid\/BTC\/USDC:USDC\/candles_1h/);
    context.venue.misbehave = () => undefined;
    context.clock.advance(5_000);
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 59 });
  });

  test('completes the tables of a delisted market, leaves them as they are then, and takes them up when it is listed again', async () => {
    await context.collector.discover();
    await context.collectAll();
    context.venue.coins = [{ name: 'BTC', szDecimals: 5, maxLeverage: 40, isDelisted: true }];
    context.clock.advance(5 * HOUR_MS);
    await context.collector.discover();
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 64 });
    // The hours in which it was seen delisted, of which the longest are four, were not over yet.
    context.clock.advance(4 * HOUR_MS);
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 68 });
    context.clock.advance(5 * HOUR_MS);
    await context.collector.discover();
    context.venue.questions.length = 0;
    await context.collectAll();
    expect(JSON.stringify(context.venue.questions)).not.toContain('"BTC"');
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 68 });
    context.venue.coins = [{ name: 'BTC', szDecimals: 5, maxLeverage: 40 }];
    context.clock.advance(HOUR_MS);
    await context.collector.discover();
    await context.collectAll();
    expect(await stored(MARKET.symbol, 'candles_1h')).toMatchObject({ rows: 74 });
  });

  test('reports the first history once all of it is stored', async () => {
    let reported = false;
    context.collector.start(() => {
      reported = true;
    });
    while (!reported) {
      await wait(20);
      context.clock.advance(250);
    }
    await context.collector.close();
    expect(await stored('KPEPE/USDC:USDC', 'candles_1h')).toMatchObject({ rows: 59 });
  });
});
