import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Answer, Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'prices@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

const ticker = 'ticker { mark mid bid ask volume24h openInterest fundingRate at }';
const tickersOf = (venue: string, words: string) =>
  caller.query(
    `{ markets(venue: "${venue}", query: "${words}", first: 50) { nodes { symbol status builderDex ${ticker} } } }`,
  );

test.each([
  ['hyperliquid', '', ['mark', 'mid', 'volume24h', 'openInterest', 'fundingRate']],
  ['lighter', '', ['mark', 'volume24h', 'openInterest']],
  ['polymarket', 'will', ['mark', 'mid', 'bid', 'ask', 'volume24h']],
])(
  'prices of %s markets that “%s” finds are those that it shows, and null what it does not',
  async (venue, words, shown) => {
    const isTold = ({ body: { data, errors } }: Answer) =>
      errors === undefined && data.markets.nodes.some((market: { ticker: unknown }) => market.ticker !== null);
    const { body } = await until(`tickers of ${venue}`, () => tickersOf(venue, words), isTold);
    const active = body.data.markets.nodes.filter((market: { status: string }) => market.status === 'active');
    let whole = 0;
    for (const { ticker: found } of active) {
      const { at, ...prices } = found;
      const told = Object.entries(prices).filter(([, value]) => value !== null);
      expect(shown).toEqual(expect.arrayContaining(told.map(([name]) => name)));
      whole += told.length === shown.length ? 1 : 0;
      expect(told.every(([, value]) => typeof value === 'number')).toBe(true);
      expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(120_000);
    }
    // A side of a book may be empty.
    expect(whole).toBeGreaterThan(0);
  },
);
