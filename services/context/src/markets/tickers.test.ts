import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ManualClock, systemClock } from '@platform/kit/clock';
import { SHARES } from '@platform/venues/hyperliquid/client';
import { TestLighter } from '@platform/venues/lighter/context/testing';
import { tableKinds } from '@platform/venues/market-data';
import { gammaMarket, TestPolymarket } from '@platform/venues/polymarket/context/testing';
import { openTestDomain, type TestDomain } from '../testing/domain.js';

const BTC = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
const PEPE = { venue: 'hyperliquid', symbol: 'KPEPE/USDC:USDC' };
const ETH = { venue: 'lighter', symbol: 'ETH-PERP.LIGHTER' };
const NOTHING = { mid: undefined, bid: undefined, ask: undefined, volume24h: undefined };
const HOUR_MS = 3_600_000;
let lighter: TestLighter;
let context: TestDomain;

beforeEach(async () => {
  lighter = await TestLighter.start(() => 0);
  context = await openTestDomain('test_context_tickers', { others: () => [lighter.venue] });
});
afterEach(async () => {
  await context[Symbol.asyncDispose]();
  await lighter[Symbol.asyncDispose]();
});

const batch = (...references: (typeof BTC)[]) => context.domain.tickers.batch(references);
const asked = () => context.venue.questions.filter(({ type }) => type === 'metaAndAssetCtxs').length;
/** Makes the markets listed, so that no reading of them is due. */
const listed = async () => {
  await batch(BTC, ETH);
  context.clock.advance(5_000);
};

describe('tickers', () => {
  test('have what the venue shows, and nothing in place of what it does not', async () => {
    context.venue.contexts.set('BTC', {
      midPx: '97000.5',
      dayNtlVlm: '1e9',
      openInterest: '250.5',
      funding: '-0.0000125',
    });
    context.venue.contexts.set('kPEPE', { midPx: null, dayNtlVlm: '12.5' });
    const { tickers, unreadable } = await batch(BTC, PEPE, { ...BTC, symbol: 'NONE/USDC:USDC' });
    const atMs = expect.any(Number);
    expect(tickers).toEqual([
      { ...NOTHING, ...BTC, mark: 97_000, mid: 97_000.5, openInterest: 250.5, fundingRate: -0.0000125, atMs },
      { ...NOTHING, ...PEPE, mark: 97_000, volume24h: 12.5, openInterest: undefined, fundingRate: undefined, atMs },
    ]);
    expect(unreadable).toEqual([]);
  });

  test('of any number of markets and callers take one answer of the venue in five seconds', async () => {
    await listed();
    const before = asked();
    await Promise.all([batch(BTC), batch(PEPE), batch(BTC, PEPE)]);
    context.clock.advance(4_999);
    await batch(BTC);
    expect(asked() - before).toBe(1);
    context.clock.advance(1);
    await batch(BTC);
    expect(asked() - before).toBe(2);
  });

  test('of a venue that is down are unreadable, those of another are there, and the venue is asked again after five seconds', async () => {
    await context.collector.discover();
    await listed();
    lighter.misbehave = () => ({ status: 400, text: '{}' });
    const down = await batch(ETH, BTC);
    expect([down.tickers.map(({ symbol }) => symbol), down.unreadable]).toEqual([[BTC.symbol], [ETH]]);
    lighter.misbehave = () => undefined;
    expect((await batch(ETH)).unreadable).toEqual([ETH]);
    context.clock.advance(5_000);
    expect((await batch(ETH)).tickers).toMatchObject([{ ...ETH, mark: 2_361.31 }]);
  });

  test('of a market on a builder’s own exchange are those of that exchange, up to a minute old', async () => {
    const universe = [{ name: 'xyz:TSLA', szDecimals: 2, maxLeverage: 10 }];
    context.venue.dexes = { xyz: { collateralToken: 0, universe } };
    const TSLA = { venue: 'hyperliquid', symbol: 'XYZ-TSLA/USDC:USDC' };
    expect((await batch(TSLA)).tickers).toMatchObject([{ ...TSLA, mark: 97_000 }]);
    const ofDex = () => context.venue.questions.filter((each) => 'dex' in each && each.dex === 'xyz').length;
    const before = ofDex();
    context.clock.advance(59_999);
    await batch(TSLA);
    expect(ofDex()).toBe(before);
  });
});

test('tickers of a venue that is searched take a request for twenty tokens, and none to look them up', async () => {
  await using polymarket = await TestPolymarket.start();
  const others = (clock: ManualClock) => [polymarket.open(clock)];
  await using searched = await openTestDomain('test_context_tickers_searched', { others });
  const tokens = Array.from({ length: 40 }, (_, index) => String(100 + index));
  polymarket.answers.set('/markets/keyset', (query) => {
    const asked = query.getAll('clob_token_ids');
    return { markets: asked.map((token) => gammaMarket(`m${token}`, [token, `9${token}`])) };
  });
  const named = [...tokens, 'no token'].map((token) => ({ venue: 'polymarket', symbol: `${token}.POLYMARKET` }));
  const { tickers, unreadable } = await searched.domain.tickers.batch(named);
  expect([tickers.map(({ symbol }) => symbol), unreadable]).toEqual([
    named.slice(0, 40).map((each) => each.symbol),
    [],
  ]);
  expect(polymarket.asked.map(({ searchParams }) => searchParams.getAll('clob_token_ids').length)).toEqual([20, 20]);
});

test('a caller who polls leaves the collector most of the allowance', async () => {
  const limited = await openTestDomain('test_context_tickers_share', { weightPerMinute: SHARES.context });
  await using _ = limited;
  const { clock, domain, venue } = limited;
  const hyperliquid = domain.venueMarkets.get('hyperliquid')?.venue;
  let isOver = false;
  const collect = async () => {
    while (!isOver) {
      const window = { fromMs: clock.nowMs() - 10 * HOUR_MS, toMs: clock.nowMs() };
      await hyperliquid?.rows('BTC', tableKinds.candles_1h, window, 'background');
    }
  };
  const polls: Promise<{ tickers: readonly { readonly atMs: number }[] }>[] = [];
  const minute = async () => {
    const from = venue.questions.length;
    for (let second = 0; second < 60; second += 1) {
      polls.push(domain.tickers.batch([BTC]));
      clock.advance(1_000);
      // The venue answers in real time.
      await systemClock.sleep(20);
    }
    return venue.questions.slice(from).map(({ type }) => type);
  };
  const collecting = collect();
  await minute();
  const asked = await minute();
  const count = (type: string) => asked.filter((each) => each === type).length;
  expect(count('metaAndAssetCtxs')).toBeLessThanOrEqual(5);
  // Each weighs 20 of the 252 that are refilled per minute.
  expect(count('candleSnapshot')).toBeGreaterThanOrEqual(6);
  const [shown] = (await domain.tickers.batch([BTC])).tickers;
  expect(clock.nowMs() - (shown?.atMs ?? 0)).toBeLessThan(15_000);
  isOver = true;
  clock.advance(60_000);
  await Promise.allSettled([collecting, ...polls]);
});
