import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openTestDomain, type TestDomain } from '../testing/domain.js';
import { TestLighter } from '../testing/test-lighter.js';

const BTC = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
const PEPE = { venue: 'hyperliquid', symbol: 'KPEPE/USDC:USDC' };
const ETH = { venue: 'lighter', symbol: 'ETH-PERP.LIGHTER' };
const NOTHING = { mid: undefined, bid: undefined, ask: undefined, volume24h: undefined };
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
/** Has the markets listed, which tickers share nothing with. */
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
