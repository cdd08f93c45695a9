import { describe, expect, test } from '@jest/globals';
import { candleSnapshot, fundingHistory, metaAndAssetContexts } from './index.js';

const HOUR = 3_600_000;
const candle = { t: HOUR, T: 2 * HOUR - 1, s: 'BTC', i: '1h', o: '10', h: '12.5', l: '9', c: '11', v: '3.0', n: 4 };
const snapshot = candleSnapshot('BTC', '1h', HOUR);

describe('a candle snapshot', () => {
  test('gives numbers by open time', () => {
    expect(snapshot.parse([candle])).toEqual([{ openMs: HOUR, open: 10, high: 12.5, low: 9, close: 11, volume: 3 }]);
  });

  test.each<[string, unknown]>([
    ['another coin', [{ ...candle, s: 'ETH' }]],
    ['another interval', [{ ...candle, i: '5m' }]],
    ['an open time off the interval', [{ ...candle, t: HOUR + 1 }]],
    ['a repeated open time', [candle, candle]],
    ['a high below the close', [{ ...candle, h: '10.5' }]],
    ['a negative volume', [{ ...candle, v: '-1' }]],
    ['a price that is no number', [{ ...candle, o: 'NaN' }]],
    ['an error text', 'error'],
    ['null', null],
  ])('with %s is refused whole', (_, answer) => {
    expect(snapshot.safeParse(answer).success).toBe(false);
  });
});

describe('a funding history', () => {
  test('belongs to the hour it was paid for', () => {
    const rows = [
      { coin: 'BTC', fundingRate: '-0.0000125', premium: '0', time: HOUR + 76 },
      { coin: 'BTC', fundingRate: '0.1', premium: '0', time: HOUR + 90 },
    ];
    expect(fundingHistory('BTC').parse(rows)).toEqual([{ hourMs: HOUR, rate: -0.0000125 }]);
  });

  test('of another coin is refused', () => {
    const rows = [{ coin: 'ETH', fundingRate: '0.1', premium: '0', time: HOUR }];
    expect(fundingHistory('BTC').safeParse(rows).success).toBe(false);
  });
});

describe('a listing', () => {
  test('joins instruments with their prices and knows the delisted ones', () => {
    const universe = [
      { name: 'BTC', szDecimals: 5, maxLeverage: 40 },
      { name: 'OLD', szDecimals: 1, maxLeverage: 3, isDelisted: true },
    ];
    const contexts = [{ markPx: '97000.0', funding: '0.1' }, { markPx: '1.5' }];
    expect(metaAndAssetContexts.parse([{ universe }, contexts])).toEqual([
      { coin: 'BTC', sizeDecimals: 5, maxLeverage: 40, delisted: false, markPrice: '97000.0', isSettledInUsdc: true },
      { coin: 'OLD', sizeDecimals: 1, maxLeverage: 3, delisted: true, markPrice: '1.5', isSettledInUsdc: true },
    ]);
    expect(metaAndAssetContexts.safeParse([{ universe }, contexts.slice(1)]).success).toBe(false);
  });
});
