import { describe, expect, test } from '@jest/globals';
import { type CandleRow, fundingByCandle, merged, rowsOf } from './candle-rows.js';

const at = (hour: number) => new Date(hour * 3_600_000).toISOString();
const row = (hour: number, close = 1): CandleRow => ({
  ...{ atMs: hour * 3_600_000, open: 1, high: 2, low: 0.5, close, volume: null },
});
const COLUMNS = {
  ...{ t: [at(2), at(1)], open: [1, 1], high: [2, 2], low: [0.5, 0.5], close: [1, 1] },
  ...{ rowsFrom: [], availableFrom: null, nextCursor: null },
};

describe('candles', () => {
  test('columns are rows; a venue without volume has none', () => {
    expect(rowsOf({ ...COLUMNS, volume: null })).toEqual([row(2), row(1)]);
    expect(rowsOf({ ...COLUMNS, volume: [3, 4] })[1]?.volume).toBe(4);
  });

  test('pages become one line in the order of time, and the newer answer counts', () => {
    expect(merged([row(2), row(1)], [row(3), row(2, 9)])).toEqual([row(1), row(2, 9), row(3)]);
  });
});

describe('funding', () => {
  test('hours of a candle are averaged, and those of no candle are left out', () => {
    const columns = { t: [at(4), at(5), at(9)], annualized: [0.1, 0.2, 5] };
    const candleMs = 4 * 3_600_000;
    expect(fundingByCandle(columns, [{ ...row(4), atMs: candleMs }], candleMs)).toEqual([
      { atMs: candleMs, value: expect.closeTo(15) },
    ]);
  });
});
