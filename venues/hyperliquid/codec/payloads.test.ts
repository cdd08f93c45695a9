import { describe, expect, test } from '@jest/globals';
import {
  builderDexNames,
  candleSnapshot,
  universe as coins,
  dexNames,
  fundingHistory,
  metaAndAssetContexts,
  midPrices,
} from './index.js';

const HOUR = 3_600_000;
const candle = { t: HOUR, T: 2 * HOUR - 1, s: 'BTC', i: '1h', o: '10', h: '12.5', l: '9', c: '11', v: '3.0', n: 4 };
const parsed = { openMs: HOUR, open: 10, high: 12.5, low: 9, close: 11, volume: 3 };
const snapshot = candleSnapshot('BTC', '1h', HOUR);

describe('a candle snapshot', () => {
  test('gives numbers by open time', () => {
    expect(snapshot.parse([candle])).toEqual({ rows: [parsed], malformed: [] });
  });

  test.each<[string, object]>([
    ['another coin', { s: 'ETH' }],
    ['another interval', { i: '5m' }],
    ['an open time off the interval', { t: 2 * HOUR + 1 }],
    ['a high below the close', { h: '10.5' }],
    ['a negative volume', { v: '-1' }],
    ['a high below the low', { h: '8' }],
    ['a price that is no number', { o: 'NaN' }],
    ['a price of null', { c: null }],
    ['a price as number', { c: 11 }],
    ['a price of zero', { l: '0.0' }],
    ['a price below zero', { l: '-9' }],
    ['a price beyond all numbers', { h: '9'.repeat(400) }],
    ['a volume of nothing', { v: undefined }],
  ])('with a candle of %s names that one alone, by its time', (_, change) => {
    const malformed = { ...candle, t: 2 * HOUR, ...change };
    const read = snapshot.parse([candle, malformed]);
    expect(read).toEqual({ rows: [parsed], malformed: [{ timeMs: malformed.t, reason: expect.any(String) }] });
  });

  test('names what is no candle at all without a time', () => {
    expect(snapshot.parse([null, candle])).toEqual({
      rows: [parsed],
      malformed: [{ timeMs: undefined, reason: 'at top: Invalid input: expected object, received null' }],
    });
  });

  test('may have fields that nobody knows, and a volume beyond 2^53', () => {
    const read = snapshot.parse([{ ...candle, v: '9223372036854775807.5', new: [1] }]);
    expect(read).toMatchObject({ rows: [{ volume: 2 ** 63 }], malformed: [] });
  });

  test.each([
    ['a text', '3600000'],
    ['beyond 2^53', 2 ** 60],
    ['null', null],
  ])('names a candle whose time is %s without one', (_, t) => {
    const read = snapshot.parse([{ ...candle, t }, candle]);
    expect(read).toEqual({ rows: [parsed], malformed: [{ timeMs: undefined, reason: expect.any(String) }] });
  });

  test.each([['an error text'], [null]])('that is %p is refused whole', (answer) => {
    expect(snapshot.safeParse(answer).success).toBe(false);
  });
});

describe('a funding history', () => {
  test('belongs to the hour it was paid for', () => {
    const rows = [
      { coin: 'BTC', fundingRate: '-0.0000125', premium: '0', time: HOUR + 76 },
      { coin: 'BTC', fundingRate: '0.1', premium: '0', time: HOUR + 90 },
    ];
    expect(fundingHistory('BTC').parse(rows)).toEqual({ rows: [{ hourMs: HOUR, rate: -0.0000125 }], malformed: [] });
  });

  test.each<[string, object]>([
    ['null', { fundingRate: null }],
    ['a number', { fundingRate: 0.1 }],
    ['beyond all numbers', { fundingRate: '9'.repeat(400) }],
    ['not a number', { fundingRate: 'NaN' }],
  ])('names a payment whose rate is %s, and takes the others', (_, change) => {
    const row = { coin: 'BTC', fundingRate: '0.1', time: HOUR + 12 };
    const read = fundingHistory('BTC').parse([
      { ...row, ...change },
      { ...row, time: 2 * HOUR },
    ]);
    expect(read).toEqual({
      rows: [{ hourMs: 2 * HOUR, rate: 0.1 }],
      malformed: [{ timeMs: HOUR, reason: expect.stringContaining('at fundingRate') }],
    });
  });

  test('names a payment of another coin by its hour', () => {
    const rows = [{ coin: 'ETH', fundingRate: '0.1', premium: '0', time: HOUR + 12 }];
    expect(fundingHistory('BTC').parse(rows)).toEqual({
      rows: [],
      malformed: [{ timeMs: HOUR, reason: 'at top: must be of the coin asked for' }],
    });
  });
});

describe('a listing', () => {
  test('joins instruments with their prices and knows the delisted ones', () => {
    const universe = [
      { name: 'BTC', szDecimals: 5, maxLeverage: 40 },
      { name: 'OLD', szDecimals: 1, maxLeverage: 3, isDelisted: true },
    ];
    const contexts = [
      { markPx: '97000.0', midPx: '97000.5', funding: '0.1' },
      { markPx: '1.5', openInterest: 'malformed' },
    ];
    const { listed, omitted } = metaAndAssetContexts.parse([{ universe }, contexts]);
    expect(omitted).toEqual([]);
    expect(listed).toEqual([
      {
        ...{
          coin: 'BTC',
          index: 0,
          sizeDecimals: 5,
          maxLeverage: 40,
          delisted: false,
          markPrice: '97000.0',
          isSettledInUsdc: true,
        },
        ticker: { mark: 97_000, mid: 97_000.5, fundingRate: 0.1 },
      },
      {
        ...{
          coin: 'OLD',
          index: 1,
          sizeDecimals: 1,
          maxLeverage: 3,
          delisted: true,
          markPrice: '1.5',
          isSettledInUsdc: true,
        },
        ticker: { mark: 1.5 },
      },
    ]);
    expect(metaAndAssetContexts.safeParse([{ universe }, contexts.slice(1)]).success).toBe(false);
  });

  test.each<[string, object, object]>([
    ['without decimals', { szDecimals: undefined }, {}],
    ['without a name', { name: '' }, {}],
    ['whose name fits into no symbol', { name: 'PURR/USDC' }, {}],
    ['without leverage', { maxLeverage: 0 }, {}],
    ['with a price of null', {}, { markPx: null }],
    ['with a price as number', {}, { markPx: 2 }],
    ['with a price beyond all numbers', {}, { markPx: '9'.repeat(400) }],
  ])('leaves out a market %s', (_, change, price) => {
    const odd = { name: 'ODD', szDecimals: 2, maxLeverage: 3, ...change };
    const universe = [odd, { name: 'BTC', szDecimals: 5, maxLeverage: 40, onlyIsolated: 'new' }];
    const read = metaAndAssetContexts.parse([{ universe }, [{ markPx: '2', ...price }, { markPx: '1' }]]);
    expect([read.listed.map(({ coin, index }) => [coin, index]), read.omitted.length]).toEqual([[['BTC', 1]], 1]);
  });

  test('leaves out a malformed market alone, whichever half of it is malformed', () => {
    const universe = [
      { name: 'BTC', szDecimals: 5, maxLeverage: 40 },
      { name: 'ODD' },
      { name: 'ETH', szDecimals: 4, maxLeverage: 25 },
    ];
    const read = metaAndAssetContexts.parse([{ universe }, [{ markPx: '1' }, { markPx: '2' }, { markPx: null }]]);
    expect(read.listed.map(({ coin }) => coin)).toEqual(['BTC']);
    expect(read.omitted).toEqual([expect.stringContaining('at 0.szDecimals'), expect.stringContaining('at 1.markPx')]);
  });
});

describe('malformed members of other answers cost themselves alone', () => {
  test('names of dexes', () => {
    const answer = [null, { name: 'xyz' }, { name: '' }, 'odd', { name: 'flx' }];
    expect(builderDexNames.parse(answer)).toEqual({
      names: ['xyz', 'flx'],
      omitted: [expect.any(String), expect.any(String)],
    });
    expect(dexNames.parse(answer)).toEqual([undefined, 'xyz', undefined, undefined, 'flx']);
  });

  test('coins keep their numbers', () => {
    expect(coins.parse({ universe: [{ name: 'BTC' }, { name: null }, 7, { name: 'ETH' }] })).toEqual([
      ...['BTC', undefined, undefined, 'ETH'],
    ]);
  });

  test('prices', () => {
    expect(midPrices.parse({ BTC: '1.5', ETH: null, SOL: 'NaN', DOGE: 2 })).toEqual({ BTC: '1.5' });
  });

  test('and answers of another shape are refused whole', () => {
    expect([builderDexNames, dexNames, coins, midPrices].map((each) => each.safeParse('error').success)).toEqual([
      ...[false, false, false, false],
    ]);
  });
});
