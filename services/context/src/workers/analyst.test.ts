import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '@platform/observability/logging';
import { readinessChecks } from '../readiness.js';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { Analyst } from './analyst.js';

const ROUND_MS = 300_000;
const HOUR_MS = 3_600_000;
const ALT = 'KPEPE/USDC:USDC';
let context: TestDomain;

beforeAll(async () => {
  context = await openTestDomain('test_context_analyst');
  context.venue.candlesServed = 1_000;
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
});

beforeEach(() => context.clock.advance(ROUND_MS));

/** An analyst that has judged nothing yet. */
const newcomer = () => {
  const { domain, clock, logger } = context;
  const venues = [...domain.venueMarkets.values()].map(({ venue }) => venue);
  return new Analyst({ ...domain, venues, intervalMs: ROUND_MS, clock, logger, owner: 'newcomer' });
};

const isReady = () =>
  readinessChecks(context.domain)
    ['intelligence']?.()
    .then(
      () => true,
      () => false,
    );

describe('before the first history', () => {
  test('nothing is computed, and the platform is not ready', async () => {
    await expect(context.domain.intelligence.scan({ topN: 10 })).rejects.toMatchObject({
      code: 'context_store_unavailable',
    });
    await expect(context.domain.intelligence.setup(ALT)).rejects.toMatchObject({ code: 'context_store_unavailable' });
    expect(await isReady()).toBe(false);
  });

  test('a round finds no markets', async () => {
    expect(await context.analyst.round()).toBe(true);
    expect((await context.domain.intelligence.scan({ topN: 10 })).results).toEqual([]);
    await expect(context.domain.intelligence.setup(ALT)).rejects.toMatchObject({ code: 'market_not_found' });
  });
});

describe('a round', () => {
  test('follows at once where what markets are judged by was stored for the first time, and else when it is due', async () => {
    const { clock, collector, venue, domain } = context;
    const isDueAfter = async (passedMs: number) => {
      clock.advance(passedMs);
      return context.analyst.round();
    };
    const trendOf = async () => (await domain.intelligence.setup(ALT)).setup.funding.trend;
    await collector.discover();
    expect([await isDueAfter(0), await isDueAfter(60_000)]).toEqual([true, false]);
    venue.misbehave = (question) => (question.type === 'fundingHistory' ? { status: 422 } : undefined);
    await context.collectAll();
    expect([await isDueAfter(1), await trendOf()]).toEqual([true, null]);
    expect(await isDueAfter(5_000)).toBe(false);
    venue.misbehave = () => undefined;
    await context.collectAll();
    expect([await isDueAfter(1), await trendOf()]).toEqual([true, 'flat']);
    clock.advance(ROUND_MS - 1);
    await context.collectAll();
    expect([await isDueAfter(0), await isDueAfter(1)]).toEqual([false, true]);
  });

  test('that the first funding was stored in the midst of is followed by another', async () => {
    const { clock, domain } = context;
    const lease = await domain.snapshots.take('test');
    clock.advance(10);
    await domain.snapshots.hasten();
    if (lease === undefined) throw new Error('no round was due');
    const computedAt = new Date(clock.nowMs() - 10);
    await domain.snapshots.complete(lease, { computedAt, results: [] }, new Date(clock.nowMs() + ROUND_MS));
    clock.advance(5_000);
    expect(await context.analyst.round()).toBe(true);
  });

  test('judges every market by what is stored, without a question to the venue', async () => {
    const asked = context.venue.questions.length;
    expect(await context.analyst.round()).toBe(true);
    expect(context.venue.questions).toHaveLength(asked);
    const { computedAt, results } = await context.domain.intelligence.scan({ topN: 50 });
    expect(computedAt).toEqual(context.clock.now());
    expect(new Set(results.map(({ symbol }) => symbol))).toEqual(new Set([ALT]));
    const { setup } = await context.domain.intelligence.setup('BTC/USDC:USDC');
    expect(setup).toMatchObject({ regime: { adx14: expect.any(Number) }, funding: { trend: 'flat' } });
    expect(setup.funding.currentAnnualized).toBeCloseTo(0.1095, 9);
    expect(await isReady()).toBe(true);
  });

  test('of the same history gives the same bytes', async () => {
    const read = async () => {
      await newcomer().round();
      const { results } = await context.domain.intelligence.scan({ topN: 50 });
      const { setup, findings } = await context.domain.intelligence.setup(ALT);
      return JSON.stringify({ results, setup, findings });
    };
    const first = await read();
    context.clock.advance(ROUND_MS);
    expect(await read()).toBe(first);
  });

  test('is worked on by one of several processes, and by none before it is due', async () => {
    const logger = createLogger({ process: 'test', level: 'silent' });
    const { clock, domain } = context;
    const others = ['a', 'b', 'c'].map(
      (owner) => new Analyst({ ...domain, venues: [], intervalMs: ROUND_MS, clock, logger, owner }),
    );
    const worked = await Promise.all(others.map((analyst) => analyst.round()));
    expect(worked.filter(Boolean)).toHaveLength(1);
    expect(await context.analyst.round()).toBe(false);
    context.clock.advance(ROUND_MS);
    expect(await context.analyst.round()).toBe(true);
  });

  test('that is older than ten minutes leaves the platform unready', async () => {
    await context.analyst.round();
    context.clock.advance(600_000);
    expect(await isReady()).toBe(true);
    context.clock.advance(1);
    expect(await isReady()).toBe(false);
  });

  test('leaves out a market whose objects can not be read, which keeps its former snapshot', async () => {
    await context.analyst.round();
    const former = await context.domain.intelligence.setup(ALT);
    await rm(context.objectsDirectory, { recursive: true });
    context.clock.advance(ROUND_MS);
    expect(await newcomer().round()).toBe(true);
    expect(await context.domain.intelligence.setup(ALT)).toEqual(former);
    expect((await context.domain.intelligence.scan({ topN: 50 })).results).toEqual([]);
    expect(context.logged.join()).toMatch(/could not be judged/);
    // An analyst that has judged the same history before needs no object.
    context.clock.advance(ROUND_MS);
    await context.analyst.round();
    expect((await context.domain.intelligence.scan({ topN: 50 })).results).not.toEqual([]);
  });
});

describe('a venue whose minutes alone are collected', () => {
  test('is judged by the hours that they are all there of', async () => {
    await using minutes = await openTestDomain('test_context_analyst_minutes', {
      tables: ['candles_1m', 'funding_1h'],
    });
    minutes.venue.candlesServed = 40 * 60;
    await minutes.collector.discover();
    await minutes.collectAll();
    await minutes.analyst.round();
    const { setup } = await minutes.domain.intelligence.setup(ALT);
    expect(setup).toMatchObject({ regime: { adx14: expect.any(Number) }, funding: { trend: 'flat' } });
    const venue = { id: 'hyperliquid', hasVolume: false, tables: [{ name: 'candles_1m' }] } as const;
    const [instrument] = await minutes.domain.histories.judgeable(venue);
    const { candles } = await (await minutes.domain.histories.of(venue, instrument!, minutes.clock.nowMs())).read();
    // 12:34 now: the hours from 21:00 two days before to 11:00 today, each of 60 minutes.
    expect(candles.map(({ timeMs }) => timeMs / HOUR_MS)).toEqual(
      Array.from({ length: 39 }, (_, index) => Date.UTC(2026, 1, 28, 21) / HOUR_MS + index),
    );
    expect(candles[0]).toEqual({ timeMs: expect.any(Number), high: 118.5, low: 99, close: expect.any(Number) });
  });
});

describe('a symbol', () => {
  test.each([
    ['KPEPE-PERP.HYPERLIQUID', 'symbol_not_canonical', { candidate: ALT }],
    ['kpepe', 'symbol_not_canonical', { candidate: ALT }],
    ['NO/USDC:USDC', 'market_not_found', undefined],
    ['PEPECOIN', 'market_not_found', { similar: [{ venue: 'hyperliquid', symbol: ALT }] }],
    ['PEPE/USDC:USDC', 'market_not_found', { similar: [{ venue: 'hyperliquid', symbol: ALT }] }],
  ])('%s is %s', async (symbol, code, details) => {
    await expect(context.domain.intelligence.setup(symbol)).rejects.toMatchObject({ code, details });
  });
});
