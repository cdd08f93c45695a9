import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TakerFees } from '@platform/venues/market-data';
import { removeRows } from '../cli/verbs/remove.js';
import { translateError } from '../server.js';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { PredictionVenue } from '../testing/prediction-venue.js';
import { Publishing } from '../workers/publishing.js';
import { markerKey } from './keys.js';
import { objectsOf, Publisher } from './publisher.js';
import { StoredMarkets } from './stored-markets.js';

const BTC = { venue: 'hyperliquid', market: 'BTC/USDC:USDC' };
const FIRST = { venue: 'polymarket', market: 'market-1' };
const SECOND = { venue: 'polymarket', market: 'market-2' };
let context: TestDomain;
let venue: PredictionVenue;
let publisher: Publisher;

beforeAll(async () => {
  context = await openTestDomain('test_context_lookup', {
    tables: ['candles_1d', 'candles_1h', 'funding_1h'],
    releaseVenues: ['hyperliquid', 'polymarket'],
    others: (clock) => {
      venue = new PredictionVenue(clock, 3, 2);
      return [venue];
    },
  });
  publisher = new Publisher({ ...context.domain, clock: context.clock, owner: 'test', attempts: 1 });
  await context.collector.discover();
  await context.collectAll();
  for (const market of [BTC, FIRST, SECOND]) await publisher.publish(market);
});

afterAll(async () => {
  await context[Symbol.asyncDispose]();
});

beforeEach(() => {
  venue.lookedUp.length = 0;
  context.clock.advance(15_000);
});

function find(market: string, of = 'polymarket') {
  return context.domain.lookup.find(of, market);
}

async function refusal(answer: Promise<unknown>): Promise<unknown> {
  const error = await answer.then(
    () => new Error('it was answered'),
    (cause: unknown) => translateError(cause),
  );
  return error instanceof Error && 'code' in error ? error.code : error;
}

describe('the dataset of a market', () => {
  test('is its latest release: the manifest, its finest bars and its funding', async () => {
    const { manifest } = await publisher.publish(BTC);
    expect(await find(BTC.market, BTC.venue)).toEqual({
      ...BTC,
      dataset: {
        manifestUri: `dataset://releases/hyperliquid/BTC=2FUSDC=3AUSDC/${manifest.release}/manifest.json`,
        release: manifest.release,
        bars: { timeframe: '1h', fromMs: Date.UTC(2026, 1, 28, 1), toMs: Date.UTC(2026, 2, 2, 12) },
        funding: { fromMs: Date.UTC(2026, 1, 28), toMs: Date.UTC(2026, 2, 2, 13) },
      },
    });
  });

  test('of a prediction is found by symbol, token and slug, without asking the venue', async () => {
    for (const market of ['1012.POLYMARKET', '1012', 'market-1'])
      expect(await find(market)).toMatchObject({ market, dataset: { bars: { timeframe: '1h' }, funding: undefined } });
    expect(venue.lookedUp).toEqual([]);
  });

  test('that nobody published is not there, as one of no market is not', async () => {
    for (const market of ['1031', '1031.POLYMARKET', 'market-3', 'no-such-slug', '999'])
      expect(await find(market)).toEqual({ venue: 'polymarket', market, reason: 'not_published' });
    expect(venue.lookedUp).toEqual(['1031.POLYMARKET', '999.POLYMARKET']);
    expect(await find('NO/USDC:USDC', 'hyperliquid')).toMatchObject({ reason: 'not_published' });
  });

  test('of a token that only the venue knows fails while it is down', async () => {
    venue.isDown = true;
    context.clock.advance(15_000);
    expect(await refusal(find('1031'))).toBe('context_upstream_unavailable');
    expect(await find('1011')).toHaveProperty('dataset');
    venue.isDown = false;
  });

  test.each([
    ['an alias', 'hyperliquid', 'BTC-PERP.HYPERLIQUID', 'symbol_not_canonical'],
    ['no symbol', 'hyperliquid', '!', 'market_not_found'],
    ['no reference', 'polymarket', 'What is it?', 'invalid_request'],
    ['a market of a venue that is not served', 'binance', 'BTC/USDT', 'feature_not_available'],
  ])('of %s is refused', async (_, of, market, code) => {
    expect(await refusal(find(market, of))).toBe(code);
  });
});

describe('a market is not ready', () => {
  const file = (key: string) => join(context.objectsDirectory, key);
  const reasonOf = async (market = SECOND.market) => (await find(market)).reason;

  test.each([
    ['withdrawn', () => publisher.withdraw(SECOND, 'wrong')],
    ['malformed_marker', () => writeFile(file(markerKey(SECOND)), '{')],
    ['foreign_environment', async () => writeFile(file(markerKey(SECOND)), await foreign())],
    ['not_published', () => rm(file(markerKey(SECOND)))],
  ])('while it is %s, which concerns no other', async (reason, damage) => {
    await publisher.publish(SECOND).catch(() => rm(file(markerKey(SECOND))).then(() => publisher.publish(SECOND)));
    await damage();
    context.clock.advance(15_000);
    expect([await reasonOf(), await reasonOf(FIRST.market)]).toEqual([reason, undefined]);
  });

  test('while its manifest is damaged, or an object of its release', async () => {
    await rm(file(markerKey(SECOND)), { force: true });
    const { manifest } = await publisher.publish(SECOND);
    context.clock.advance(15_000);
    const [object] = objectsOf(manifest);
    await appendFile(file(object?.key ?? ''), '!');
    expect([await reasonOf('1021'), await reasonOf('1022')]).toContain('corrupted_object');
    await publisher.publish(SECOND);
    expect(await reasonOf()).toBeUndefined();
  });

  test('while its release holds no candles', async () => {
    const kpepe = { venue: 'hyperliquid', symbol: 'KPEPE/USDC:USDC' };
    const range = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
    for (const table of ['candles_1d', 'candles_1h'] as const)
      await removeRows({ ...kpepe, table, imported: false, range }, context.domain, 'test');
    await publisher.publish({ venue: kpepe.venue, market: kpepe.symbol });
    expect(await find(kpepe.symbol, kpepe.venue)).toMatchObject({ reason: 'no_bars' });
  });

  async function foreign(): Promise<string> {
    const marker = await context.domain.markers.find(FIRST);
    return JSON.stringify({ ...marker, market: SECOND.market, environment: 'staging' });
  }
});

describe('the publishing worker', () => {
  const DAY_MS = 86_400_000;

  function publishing(): Publishing {
    const { domain, clock, logger } = context;
    const releaseVenues = new Set(['polymarket']);
    const markets = new StoredMarkets({ ...domain, owner: 'test', attempts: 1 });
    return new Publishing({ ...domain, markets, publisher, clock, logger, releaseVenues, releaseIntervalMs: DAY_MS });
  }

  test('publishes what was collected, again once a day where there are new rows, and never what was withdrawn', async () => {
    for (const market of [FIRST, SECOND]) await rm(join(context.objectsDirectory, markerKey(market)), { force: true });
    const worker = publishing();
    expect([await worker.publishDue(), await worker.publishDue()]).toEqual([2, 0]);
    context.clock.advance(DAY_MS);
    expect(await worker.publishDue()).toBe(0);
    await context.collectAll();
    expect([await worker.publishDue(), await publishing().publishDue()]).toEqual([0, 2]);
    await publisher.withdraw(FIRST, 'wrong');
    context.clock.advance(DAY_MS);
    await context.collectAll();
    expect(await publishing().publishDue()).toBe(1);
    expect(context.logged).toEqual([]);
  });

  test('publishes a market again within a minute of its fees being known, where its release lacks them', async () => {
    const { instruments } = context.domain;
    const listed = await instruments.ofMarket(SECOND.venue, SECOND.market);
    const list = (takerFees: TakerFees | undefined) =>
      instruments.keep(
        listed.map(({ prediction, ...instrument }) => ({
          ...instrument,
          prediction: prediction && { ...prediction, takerFees },
        })),
      );
    await list(undefined);
    await publisher.publish(SECOND);
    context.clock.advance(15_000);
    const worker = publishing();
    expect([await worker.publishDue(), (await find(SECOND.market)).reason]).toEqual([0, 'unknown_fees']);
    await list({ rate: 0.03, exponent: 1 });
    context.clock.advance(60_000);
    expect(await worker.publishDue()).toBe(1);
    context.clock.advance(60_000);
    expect([await worker.publishDue(), (await find(SECOND.market)).reason]).toEqual([0, undefined]);
  });
});
