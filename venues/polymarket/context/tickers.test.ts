import { expect, test } from '@jest/globals';
import { oneMarket, type PolymarketMarket } from '../codec/index.js';
import { gammaMarket } from './testing/test-polymarket.js';
import { tickersOf } from './tickers.js';

const AT_MS = 1_000;
const marketOf = (change: object): PolymarketMarket => {
  const [market] = oneMarket.parse(gammaMarket('open', ['11', '12'], change)).markets;
  if (market === undefined) throw new Error('the market is left out');
  return market;
};

test('the second token of two is quoted at the mirror of the first', () => {
  const tickers = tickersOf(marketOf({ bestBid: 0.24, bestAsk: 0.27, volume24hr: 1234.5 }), AT_MS);
  const same = { volume24h: 1234.5, openInterest: undefined, fundingRate: undefined, atMs: AT_MS };
  expect(tickers).toEqual([
    ['11', { ...same, mark: 0.25, mid: 0.255, bid: 0.24, ask: 0.27 }],
    ['12', { ...same, mark: 0.75, mid: 0.745, bid: 0.73, ask: 0.76 }],
  ]);
});

test('an empty side of the book is no price, and without both there is no middle', () => {
  const [first, second] = tickersOf(marketOf({ bestBid: 0, bestAsk: 0.3 }), AT_MS);
  expect([first?.[1], second?.[1]]).toMatchObject([
    { bid: undefined, ask: 0.3, mid: undefined },
    { bid: 0.7, ask: undefined, mid: undefined },
  ]);
});

test('quotes that are malformed are not known, and the market stays', () => {
  expect(tickersOf(marketOf({ bestBid: 'none', volume24hr: -1 }), AT_MS)[0]?.[1]).toMatchObject({
    mark: 0.25,
    bid: undefined,
    volume24h: undefined,
  });
});
