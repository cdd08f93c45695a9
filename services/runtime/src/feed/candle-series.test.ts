import { describe, expect, test } from '@jest/globals';
import type { Candle } from '@platform/venues/live-data';
import { CandleSeries } from './candle-series.js';

const MINUTE_MS = 60_000;
/** The opening of the first candle. */
const START_MS = Date.UTC(2026, 0, 1);

/** The n-th candle, closing at a price. */
function candle(index: number, close: number): Candle {
  return [START_MS + index * MINUTE_MS, 100, 200, 50, close, 1];
}

/** An instant within the n-th candle. */
const within = (index: number, ms: number) => START_MS + index * MINUTE_MS + ms;

describe('a series of candles', () => {
  test('must be read until the venue tells of it and history was read since', () => {
    const series = new CandleSeries('1m');
    expect(series.mustRead(2)).toBe(true);
    series.begin();
    expect(series.mustRead(2)).toBe(true);
    series.addHistory([candle(0, 1), candle(1, 2)], 2);
    expect(series.mustRead(2)).toBe(false);
    expect(series.mustRead(3)).toBe(true);
  });

  test('shows the closed candles that were asked for, and the one in progress', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1), candle(1, 2), candle(2, 3)], 3);
    series.tell(candle(3, 4));
    series.tell(candle(3, 5));
    expect(series.newest(2, within(3, 30_000))).toEqual({
      closed: [candle(1, 2), candle(2, 3)],
      forming: candle(3, 5),
    });
    expect(series.newest(9, within(4, 0))).toEqual({
      closed: [candle(0, 1), candle(1, 2), candle(2, 3), candle(3, 5)],
      forming: null,
    });
  });

  test('takes the venue’s last word on a candle that has ended', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1)], 2);
    series.tell(candle(1, 2));
    series.tell(candle(2, 3));
    series.tell(candle(1, 9));
    expect(series.newest(2, within(2, 10)).closed).toEqual([candle(0, 1), candle(1, 9)]);
  });

  test('keeps no more candles than were read', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1), candle(1, 1)], 2);
    for (let index = 2; index < 10; index += 1) series.tell(candle(index, index));
    expect(series.newest(100, within(9, 1)).closed).toEqual([candle(7, 7), candle(8, 8)]);
  });

  test('has a final candle once a newer one was told, or its end is two seconds ago', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1)], 1);
    expect(series.isFinal(within(1, 1_999))).toBe(false);
    expect(series.isFinal(within(1, 2_000))).toBe(true);
    series.tell(candle(1, 2));
    expect(series.isFinal(within(1, 10))).toBe(true);
  });

  test('must be read again after the venue fell silent, and shows no gap', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1), candle(1, 2)], 2);
    series.tell(candle(2, 3));
    series.end();
    expect(series.mustRead(1)).toBe(true);
    series.begin();
    series.tell(candle(5, 6));
    series.addHistory([candle(2, 30), candle(3, 4), candle(4, 5)], 3);
    expect(series.newest(3, within(5, 1))).toEqual({
      closed: [candle(2, 30), candle(3, 4), candle(4, 5)],
      forming: candle(5, 6),
    });
  });
});
