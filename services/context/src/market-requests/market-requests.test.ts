import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Clock } from '@platform/kit/clock';
import { Publisher } from '../releases/publisher.js';
import { StoredMarkets } from '../releases/stored-markets.js';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { PredictionVenue } from '../testing/prediction-venue.js';
import { Publishing } from '../workers/publishing.js';
import { ACCOUNT_REQUESTS_MAX, ACCOUNT_REQUESTS_PER_DAY } from './store.js';

const VENUE = 'polymarket';
const DAY_MS = 86_400_000;
/** The operator collects the first two of the venue's markets. */
const COLLECTED = 2;
const MARKETS = 40;
/** The most markets that all accounts ask for. */
const MARKETS_MAX = 25;
let context: TestDomain;
let venue: PredictionVenue;

beforeEach(async () => {
  const others = (clock: Clock) => {
    venue = new PredictionVenue(clock, MARKETS, COLLECTED);
    return [venue];
  };
  context = await openTestDomain('test_context_market_requests', {
    ...{ tables: [], others, releaseVenues: [VENUE], requestedMarketsMax: MARKETS_MAX },
  });
  await context.collector.discover();
  await collectAndPublish();
});
afterEach(async () => {
  await context[Symbol.asyncDispose]();
});

async function collectAndPublish(): Promise<void> {
  await context.collectAll();
  await publish();
}

async function publish(): Promise<void> {
  const { domain, clock, logger } = context;
  const parts = { ...domain, clock, owner: 'test', attempts: 1 };
  const publishing = new Publishing({
    ...{ ...domain, clock, logger, releaseVenues: new Set([VENUE]), releaseIntervalMs: DAY_MS },
    ...{ markets: new StoredMarkets(parts), publisher: new Publisher(parts) },
  });
  await publishing.publishDue();
  // What was read of markers is 15 seconds old at most.
  context.clock.advance(15_000);
}

const ask = (account: string, market: string, at = VENUE) => context.domain.requests.request(account, at, market);
const drop = (account: string, market: string) => context.domain.requests.drop(account, VENUE, market);
const statesOf = async (account: string) =>
  (await context.domain.requests.list(account)).map(({ market, state }) => [market, state]);
const slug = (market: number) => `market-${market}`;
const tokens = (market: number) => [`10${market}1.POLYMARKET`, `10${market}2.POLYMARKET`];
const collected = async () => (await context.domain.catalogue.stored({ venue: VENUE })).map(({ symbol }) => symbol);
const dueOf = async (market: number) =>
  (await context.domain.catalogue.progressOf({ venue: VENUE, symbols: tokens(market) })).map(({ dueAt }) => dueAt);
const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    ({ code, details }) => ({ code, ...(details !== undefined && { details }) }),
  );

test('a market that nobody collects is collected, published and ready once an account asks for it', async () => {
  expect(await ask('acc_1', slug(7))).toMatchObject({ market: slug(7), symbols: tokens(7), state: 'requested' });
  await context.collectAll();
  expect(await context.domain.requests.list('acc_1')).toMatchObject([{ state: 'collecting', progress: 1 }]);
  await collectAndPublish();
  expect(await context.domain.requests.list('acc_1')).toMatchObject([{ state: 'ready', progress: 1 }]);
  const page = await context.domain.markets.list({ query: '', limit: 100, venue: VENUE });
  expect(page.items.map(({ instrument }) => instrument.symbol)).toEqual(expect.arrayContaining(tokens(7)));
  expect(await context.domain.lookup.find(VENUE, slug(7))).toMatchObject({ dataset: expect.anything() });
});

test('its first release waits for all of its outcomes', async () => {
  await ask('acc_1', slug(7));
  await context.collector.collectNext();
  await publish();
  expect(await context.domain.requests.list('acc_1')).toMatchObject([{ state: 'collecting', progress: 0.5 }]);
  await collectAndPublish();
  const release = await context.domain.releases.latest({ venue: VENUE, market: slug(7) });
  expect(release).toMatchObject({ manifest: { instruments: tokens(7).map((symbol) => ({ symbol })) } });
});

test.each(['1071', '1071.POLYMARKET', 'market-7'])('%s names the same market, whose request is one', async (name) => {
  const first = await ask('acc_1', slug(7));
  expect(await ask('acc_1', name)).toEqual(first);
  expect(await statesOf('acc_1')).toEqual([[slug(7), 'requested']]);
  await drop('acc_1', name);
  expect(await statesOf('acc_1')).toEqual([]);
});

test('an existing request is answered while the venue is down', async () => {
  const first = await ask('acc_1', slug(7));
  venue.isDown = true;
  expect(await ask('acc_1', slug(7))).toEqual(first);
});

describe('two accounts', () => {
  test('that ask for one market have it collected once, until both have dropped it; what is stored stays', async () => {
    await ask('acc_1', slug(7));
    await ask('acc_2', slug(7));
    await collectAndPublish();
    expect((await collected()).filter((symbol) => tokens(7).includes(symbol))).toEqual(tokens(7));
    await drop('acc_1', slug(7));
    await context.collector.discover();
    expect(await dueOf(7)).toEqual([expect.any(Date), expect.any(Date)]);
    await drop('acc_2', slug(7));
    await context.collector.discover();
    expect(await dueOf(7)).toEqual([null, null]);
    context.clock.advance(DAY_MS);
    await context.collector.discover();
    expect(await dueOf(7)).toEqual([null, null]);
    expect(await context.domain.lookup.find(VENUE, slug(7))).toMatchObject({ dataset: expect.anything() });
    expect(await ask('acc_2', slug(7))).toMatchObject({ state: 'ready' });
    expect(await dueOf(7)).toEqual([expect.any(Date), expect.any(Date)]);
  });

  test('see and drop their own requests alone', async () => {
    await ask('acc_1', slug(7));
    expect(await statesOf('acc_2')).toEqual([]);
    expect(await refusalOf(drop('acc_2', slug(7)))).toEqual({ code: 'market_not_found' });
    expect(await statesOf('acc_1')).toEqual([[slug(7), 'requested']]);
  });
});

test('a drop is safe to repeat', async () => {
  await ask('acc_1', slug(7));
  expect(await drop('acc_1', slug(7))).toMatchObject({ market: slug(7), state: 'requested' });
  expect(await drop('acc_1', slug(7))).toMatchObject({ market: slug(7) });
});

test("what the operator collects stays collected after an account's request of it has ended", async () => {
  expect(await ask('acc_1', slug(1))).toMatchObject({ state: 'ready' });
  await drop('acc_1', slug(1));
  await context.collector.discover();
  expect(await dueOf(1)).toEqual([expect.any(Date), expect.any(Date)]);
});

test('what the operator collects after an account has asked for it stays collected as well', async () => {
  await ask('acc_1', slug(3));
  venue.collectedMarkets = 3;
  await context.collector.discover();
  await drop('acc_1', slug(3));
  venue.collectedMarkets = 2;
  await context.collector.discover();
  expect(await dueOf(3)).toEqual([expect.any(Date), expect.any(Date)]);
});

test('a request whose process died before the tables were made is taken up by the next discovery', async () => {
  const named = { venue: VENUE, market: slug(7), symbols: tokens(7) };
  await context.domain.marketRequests.add('acc_1', named, MARKETS_MAX);
  expect(await statesOf('acc_1')).toEqual([[slug(7), 'requested']]);
  await context.collector.discover();
  await collectAndPublish();
  expect(await statesOf('acc_1')).toEqual([[slug(7), 'ready']]);
});

describe('is refused', () => {
  test('what does not exist, what its venue collects by itself, and a venue that is not served', async () => {
    expect(await refusalOf(ask('acc_1', 'market-999'))).toEqual({ code: 'market_not_found' });
    expect(await refusalOf(ask('acc_1', 'BTC/USDC:USDC', 'hyperliquid'))).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'venue' }],
    });
    expect(await refusalOf(ask('acc_1', 'BTC', 'binance'))).toEqual({ code: 'feature_not_available' });
    expect(await statesOf('acc_1')).toEqual([]);
  });

  test('a market without a fee schedule, and one that closed before what is collected', async () => {
    venue.change(7, { takerFees: undefined });
    expect(await refusalOf(ask('acc_1', slug(7)))).toEqual({
      code: 'data_unavailable',
      details: { market: slug(7), reason: 'unknown_fees' },
    });
    venue.end(8, context.clock.nowMs() - 31 * DAY_MS);
    expect(await refusalOf(ask('acc_1', slug(8)))).toMatchObject({
      code: 'data_unavailable',
      details: { market: slug(8), reason: 'no_bars' },
    });
  });

  test('more than an account may ask for at once, of however many requests at the same time', async () => {
    const asked = Array.from({ length: ACCOUNT_REQUESTS_MAX + 5 }, (_, index) =>
      refusalOf(ask('acc_1', slug(index + 3))),
    );
    const refused = (await Promise.all(asked)).filter((answer) => answer !== 'none');
    const details = { scope: 'account', limit: ACCOUNT_REQUESTS_MAX, used: ACCOUNT_REQUESTS_MAX };
    expect(refused).toEqual(Array(5).fill({ code: 'quota_exceeded', details }));
    expect(await statesOf('acc_1')).toHaveLength(ACCOUNT_REQUESTS_MAX);
  });

  test('more than an account may ask for within a day, dropped ones included', async () => {
    for (let index = 0; index < ACCOUNT_REQUESTS_PER_DAY; index += 1) {
      await ask('acc_1', slug(index + 3));
      await drop('acc_1', slug(index + 3));
    }
    const refused = await refusalOf(ask('acc_1', slug(30)));
    expect(refused).toMatchObject({ code: 'quota_exceeded', details: { scope: 'account_day' } });
    await expect(ask('acc_1', slug(3))).resolves.toMatchObject({ market: slug(3) });
    context.clock.advance(DAY_MS);
    await expect(ask('acc_1', slug(30))).resolves.toMatchObject({ market: slug(30) });
  });

  test('more markets than all accounts may ask for, but not one that another asks for already', async () => {
    for (let index = 0; index < MARKETS_MAX; index += 1) await ask(`acc_${Math.floor(index / 10)}`, slug(index + 3));
    expect(await refusalOf(ask('acc_9', slug(39)))).toEqual({
      code: 'quota_exceeded',
      details: { scope: 'venue', limit: MARKETS_MAX, used: MARKETS_MAX },
    });
    await expect(ask('acc_9', slug(3))).resolves.toMatchObject({ market: slug(3) });
  });
});

test('a market that has closed is collected to its end, stays ready, and frees the place of its request', async () => {
  await ask('acc_1', slug(7));
  await collectAndPublish();
  venue.end(7, context.clock.nowMs());
  context.clock.advance(60_000);
  await context.collector.discover();
  await collectAndPublish();
  expect(await statesOf('acc_1')).toEqual([[slug(7), 'ready']]);
  await context.collector.discover();
  // Told for a day, in which it takes no place.
  expect(await statesOf('acc_1')).toEqual([[slug(7), 'ready']]);
  for (let index = 0; index < ACCOUNT_REQUESTS_MAX; index += 1) await ask('acc_1', slug(index + 10));
  expect(await statesOf('acc_1')).toHaveLength(ACCOUNT_REQUESTS_MAX + 1);
  await drop('acc_1', slug(7));
  expect(await statesOf('acc_1')).toHaveLength(ACCOUNT_REQUESTS_MAX);
  expect(await context.domain.lookup.find(VENUE, slug(7))).toMatchObject({ dataset: expect.anything() });
});

test('a requested market that the venue can not show keeps no other market from being listed', async () => {
  await ask('acc_1', slug(7));
  await ask('acc_1', slug(8));
  venue.hidden.add(slug(7));
  venue.end(8, context.clock.nowMs());
  await context.collector.discover();
  await collectAndPublish();
  expect(await statesOf('acc_1')).toEqual(
    expect.arrayContaining([
      [slug(7), 'ready'],
      [slug(8), 'ready'],
    ]),
  );
  expect(await context.domain.instruments.find(VENUE, tokens(8)[0] ?? '')).toMatchObject({ status: 'closed' });
});

test('a market without a price as far back as is collected is refused, and says so', async () => {
  venue.empty(7);
  venue.end(7, context.clock.nowMs() - 60_000);
  await ask('acc_1', slug(7));
  await collectAndPublish();
  expect(await context.domain.requests.list('acc_1')).toMatchObject([{ state: 'refused', reason: 'no_bars' }]);
});
