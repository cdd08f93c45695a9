import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { Prediction } from '@platform/venues/market-data';
import { tableKinds } from '@platform/venues/market-data';
import { removeRows } from '../cli/verbs/remove.js';
import { manifestKey, markerKey } from '../releases/keys.js';
import { objectsOf, Publisher } from '../releases/publisher.js';
import { holdTable } from '../tables/hold-table.js';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { PredictionVenue } from '../testing/prediction-venue.js';
import type { ResolveRequest } from './resolve.js';

/** The history that backtests receive of a venue with releases. */

const HOUR_MS = 3_600_000;
const BTC = 'BTC/USDC:USDC';
const BTC_MARKET = { venue: 'hyperliquid', market: BTC };
const YES = '1011.POLYMARKET';
const MARKET = { venue: 'polymarket', market: 'market-1' };
let context: TestDomain;
let venue: PredictionVenue;
let publisher: Publisher;

beforeEach(async () => {
  context = await openTestDomain('test_context_released', {
    tables: ['candles_1h', 'funding_1h'],
    releaseVenues: ['hyperliquid', 'polymarket'],
    others: (clock) => {
      venue = new PredictionVenue(clock, 2, 1);
      return [venue];
    },
  });
  publisher = new Publisher({ ...context.domain, clock: context.clock, owner: 'test', attempts: 1 });
  await context.collector.discover();
  await context.collectAll();
});

afterEach(async () => {
  await context[Symbol.asyncDispose]();
});

function resolve(symbol: string, window: { fromMs: number; toMs: number }, more: Partial<ResolveRequest> = {}) {
  const [of] = symbol === BTC ? ['hyperliquid'] : ['polymarket'];
  const tables = [{ symbol, timeframe: '1h' as const }];
  // Longer than any read is cached.
  context.clock.advance(15_000);
  return context.domain.resolver.resolve({ venue: of ?? '', tables, funding: false, ...window, ...more });
}

async function coverageOf({ venue: of, market }: { venue: string; market: string }) {
  context.clock.advance(15_000);
  const { dataset } = await context.domain.lookup.find(of, market);
  if (dataset === undefined) throw new Error(`${market} is not ready`);
  return { release: dataset.release, fromMs: dataset.bars.fromMs, toMs: dataset.bars.toMs };
}

/** Lists the market again, as a resolved one, and completes its tables. */
async function cameOut(change: { tickSize?: string; endDateMs?: number }): Promise<void> {
  await close(change);
  await context.collectAll();
}

/** Lists the market again, as a resolved one; its tables wait for their last collection. */
async function close({ endDateMs, ...change }: { tickSize?: string; endDateMs?: number }): Promise<void> {
  const { instruments, catalogue } = context.domain;
  const known = await instruments.ofMarket(MARKET.venue, MARKET.market);
  await instruments.keep(
    known.map(({ prediction, ...instrument }) => ({
      ...{ ...instrument, ...change, status: 'closed' },
      prediction: prediction && { ...prediction, resolution: 'No', endDateMs: endDateMs ?? prediction.endDateMs },
    })),
  );
  const symbols = known.map(({ symbol }) => symbol);
  await catalogue.finish(MARKET.venue, symbols);
}

/** Lists the market with changed facts. */
async function listAnew(change: Partial<Prediction>): Promise<void> {
  const { instruments } = context.domain;
  const known = await instruments.ofMarket(MARKET.venue, MARKET.market);
  await instruments.keep(
    known.map(({ prediction, ...instrument }) => ({
      ...instrument,
      prediction: prediction && { ...prediction, ...change },
    })),
  );
}

async function refusal(answer: Promise<unknown>): Promise<Pick<PlatformError, 'code' | 'message' | 'details'>> {
  const error: unknown = await answer.then(() => undefined).catch((cause: unknown) => cause);
  if (!(error instanceof PlatformError)) throw new Error(`refused otherwise: ${String(error)}`);
  return { code: error.code, message: error.message, details: error.details };
}

const ANY = { fromMs: Date.UTC(2026, 2, 1), toMs: Date.UTC(2026, 2, 2) };

describe('a backtest', () => {
  test('is given the objects of the latest release alone, over all that the exact look-up says is covered', async () => {
    const { manifest } = await publisher.publish(MARKET);
    const { release, ...coverage } = await coverageOf(MARKET);
    const first = await resolve(YES, coverage);
    expect(first.releases).toEqual([release]);
    expect(first.candles.map(({ key }) => key)).toEqual(
      manifest.instruments
        .find(({ symbol }) => symbol === YES)
        ?.tables.flatMap(({ objects }) => objects.map(({ key }) => key)),
    );
    // Rows collected since then are not part of it until it is published.
    context.clock.advance(2 * HOUR_MS);
    await context.collectAll();
    const later = { ...coverage, toMs: coverage.toMs + HOUR_MS };
    expect(await refusal(resolve(YES, later))).toMatchObject({ code: 'data_unavailable', details: { coverage: {} } });
    expect((await resolve(YES, coverage)).releases).toEqual([release]);
    await publisher.publish(MARKET);
    const [second] = (await resolve(YES, later)).releases;
    expect([second, second === release]).toEqual([(await coverageOf(MARKET)).release, false]);
  });

  test('is refused outside of it, with the coverage', async () => {
    await publisher.publish(MARKET);
    const { fromMs, toMs } = await coverageOf(MARKET);
    const coverage = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
    for (const window of [
      { fromMs: fromMs - HOUR_MS, toMs },
      { fromMs, toMs: toMs + HOUR_MS },
    ])
      expect(await refusal(resolve(YES, window))).toMatchObject({ code: 'data_unavailable', details: { coverage } });
  });

  test('is given what the manifest says of an instrument: the outcome that came true once it is released', async () => {
    await publisher.publish(MARKET);
    const [before] = (await resolve(YES, ANY)).instruments;
    expect(before).toMatchObject({
      kind: 'prediction',
      tickSize: '0.01',
      prediction: { outcome: 'Yes', endDateMs: Date.UTC(2026, 5, 1) },
    });
    expect((await resolve(YES, ANY)).instruments).toHaveLength(1);
    await cameOut({ tickSize: '0.001' });
    expect((await resolve(YES, ANY)).instruments).toEqual([{ ...before, status: 'closed' }]);
    expect((await publisher.publish(MARKET)).isNew).toBe(true);
    expect((await resolve(YES, ANY)).instruments).toMatchObject([
      { tickSize: '0.001', prediction: { resolution: 'No' } },
    ]);
  });

  test('is given the fees that its release was made with, and is refused where it was made without', async () => {
    const feesOf = async () => (await resolve(YES, ANY)).instruments[0]?.prediction?.takerFees;
    await listAnew({ takerFees: undefined });
    await publisher.publish(MARKET);
    await listAnew({ takerFees: { rate: 0.07, exponent: 2 } });
    expect(await refusal(feesOf())).toMatchObject({ details: { reason: 'unknown_fees' } });
    await publisher.publish(MARKET);
    await listAnew({ takerFees: { rate: 0, exponent: 0 } });
    expect(await feesOf()).toEqual({ rate: 0.07, exponent: 2 });
  });

  test.each([
    ['before its date', Date.UTC(2026, 5, 1)],
    ['after its date', ANY.fromMs + HOUR_MS],
  ])('is told of what came out %s that it traded until its last candle', async (_, endDateMs) => {
    await cameOut({ endDateMs });
    await publisher.publish(MARKET);
    const { toMs } = await coverageOf(MARKET);
    expect((await resolve(YES, ANY)).instruments).toMatchObject([{ prediction: { endDateMs: toMs } }]);
  });

  test('has no resolution while the last candles are still to be collected', async () => {
    await publisher.publish(MARKET);
    context.clock.advance(3 * HOUR_MS);
    await close({});
    await publisher.publish(MARKET);
    const [before] = (await resolve(YES, ANY)).instruments;
    expect(before?.prediction).toEqual({
      ...before?.prediction,
      endDateMs: Date.UTC(2026, 5, 1),
      resolution: undefined,
    });
    const { toMs } = await coverageOf(MARKET);
    await context.collectAll();
    expect((await publisher.publish(MARKET)).isNew).toBe(true);
    const [after] = (await resolve(YES, ANY)).instruments;
    expect(after?.prediction).toMatchObject({ endDateMs: toMs + 3 * HOUR_MS, resolution: 'No' });
  });

  test('of hours alone comes to the end too, where the candle of the day closes later', async () => {
    const days = { venue: MARKET.venue, symbol: YES, table: 'candles_1d' } as const;
    await context.domain.catalogue.register(MARKET.venue, [YES], [tableKinds.candles_1d]);
    const today = [Date.UTC(2026, 2, 2), 0.4, 0.4, 0.4, 0.4, 0] as const;
    const parts = { ...context.domain, owner: 'test', attempts: 1 };
    await holdTable(days, parts, (held) => context.domain.tables.extend(held, [today], 'imported'));
    await cameOut({});
    await publisher.publish(MARKET);
    const { toMs } = await coverageOf(MARKET);
    expect((await resolve(YES, ANY)).instruments).toMatchObject([{ prediction: { endDateMs: toMs } }]);
  });

  test('is given the funding that covers its window, and refused where an hour of it is missing', async () => {
    await publisher.publish(BTC_MARKET);
    const window = { fromMs: Date.UTC(2026, 2, 1, 0, 30), toMs: Date.UTC(2026, 2, 2, 12, 30) };
    const [object] = (await resolve(BTC, window, { funding: true })).funding;
    expect(object).toMatchObject({ symbol: BTC, fromMs: Date.UTC(2026, 1, 28), toMs: Date.UTC(2026, 2, 2, 12) });
    const hole = { fromMs: Date.UTC(2026, 2, 2, 2), toMs: Date.UTC(2026, 2, 2, 3) };
    await removeRows(
      { venue: 'hyperliquid', symbol: BTC, table: 'funding_1h', imported: false, range: hole },
      context.domain,
      'test',
    );
    await publisher.publish(BTC_MARKET);
    expect(await refusal(resolve(BTC, window, { funding: true }))).toMatchObject({
      message: expect.stringContaining('The hourly funding rates of BTC/USDC:USDC have a gap from 2026-03-02 02:00'),
      details: { table: 'funding_1h' },
    });
    expect((await resolve(BTC, window)).funding).toEqual([]);
  });

  test('runs over hours in which the venue had no candle, unless there is none at all', async () => {
    const hole = { fromMs: Date.UTC(2026, 2, 1, 2), toMs: Date.UTC(2026, 2, 1, 5) };
    await removeRows(
      { venue: 'polymarket', symbol: YES, table: 'candles_1h', imported: false, range: hole },
      context.domain,
      'test',
    );
    await publisher.publish(MARKET);
    expect((await resolve(YES, ANY)).candles).not.toEqual([]);
    expect(await refusal(resolve(YES, { fromMs: hole.fromMs, toMs: hole.toMs - HOUR_MS }))).toMatchObject({
      code: 'data_unavailable',
      details: { gap: {} },
    });
  });

  test('of a timeframe that the release does not hold is told which it does', async () => {
    await publisher.publish(MARKET);
    const { release } = await coverageOf(MARKET);
    const tables = [{ symbol: YES, timeframe: '1m' as const }];
    expect(await refusal(resolve(YES, ANY, { tables }))).toEqual({
      code: 'data_unavailable',
      message: `No 1m candles of ${YES} are in its release ${release}, which holds 1h.`,
      details: { symbol: YES, table: 'candles_1m', timeframe: '1m', coverage: null, timeframes: ['1h'] },
    });
  });
});

describe('a market that the exact look-up calls not ready is refused for the same reason', () => {
  const file = (key: string) => join(context.objectsDirectory, key);

  test.each<[string, () => Promise<unknown>]>([
    ['not_published', () => rm(file(markerKey(MARKET)))],
    ['withdrawn', () => publisher.withdraw(MARKET, 'wrong')],
    ['malformed_marker', () => writeFile(file(markerKey(MARKET)), '{')],
    [
      'corrupted_manifest',
      async () => appendFile(file(manifestKey(MARKET, (await publisher.publish(MARKET)).manifest.release)), '!'),
    ],
    ['corrupted_object', async () => damaged((await publisher.publish(MARKET)).manifest)],
    ['unknown_fees', () => listAnew({ takerFees: undefined }).then(() => publisher.publish(MARKET))],
  ])('%s', async (reason, damage) => {
    await publisher.publish(MARKET);
    await damage();
    context.clock.advance(15_000);
    expect(await context.domain.lookup.find(MARKET.venue, YES)).toMatchObject({ reason });
    expect(await refusal(resolve(YES, ANY))).toMatchObject({
      code: 'data_unavailable',
      message: expect.stringContaining(`(${reason})`),
      details: { symbol: YES, coverage: null, reason },
    });
  });

  async function damaged(manifest: Parameters<typeof objectsOf>[0]): Promise<void> {
    for (const { key } of objectsOf(manifest)) await appendFile(file(key), '!');
  }
});
