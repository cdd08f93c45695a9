import { describe, expect, test } from '@jest/globals';
import { candleSnapshot, fundingHistory, metaAndAssetContexts } from './index.js';

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
    ['a price that is no number', { o: 'NaN' }],
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
          sizeDecimals: 5,
          maxLeverage: 40,
          delisted: false,
          markPrice: '97000.0',
          isSettledInUsdc: true,
        },
        ticker: { mark: 97_000, mid: 97_000.5, fundingRate: 0.1 },
      },
      {
        ...{ coin: 'OLD', sizeDecimals: 1, maxLeverage: 3, delisted: true, markPrice: '1.5', isSettledInUsdc: true },
        ticker: { mark: 1.5 },
      },
    ]);
    expect(metaAndAssetContexts.safeParse([{ universe }, contexts.slice(1)]).success).toBe(false);
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
