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
    expect(series.mustRead(2, START_MS)).toBe(true);
    series.begin();
    expect(series.mustRead(2, START_MS)).toBe(true);
    series.addHistory([candle(0, 1), candle(1, 2)], 2, START_MS);
    expect(series.mustRead(2, START_MS)).toBe(false);
    expect(series.mustRead(3, START_MS)).toBe(true);
  });

  test('shows the closed candles that were asked for, and the one in progress', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1), candle(1, 2), candle(2, 3)], 3, START_MS);
    series.tell(candle(3, 4), START_MS);
    series.tell(candle(3, 5), START_MS);
    expect(series.newest(2, within(3, 30_000))).toEqual({
      closed: [candle(1, 2), candle(2, 3)],
      forming: candle(3, 5),
      corrections: [],
    });
    expect(series.newest(9, within(4, 0))).toEqual({
      closed: [candle(0, 1), candle(1, 2), candle(2, 3), candle(3, 5)],
      forming: null,
      corrections: [],
    });
  });

  test('takes the venue’s last word on a candle that has ended', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1)], 2, START_MS);
    series.tell(candle(1, 2), START_MS);
    series.tell(candle(2, 3), START_MS);
    series.tell(candle(1, 9), START_MS);
    expect(series.newest(2, within(2, 10)).closed).toEqual([candle(0, 1), candle(1, 9)]);
  });

  test('keeps no more candles than were read', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1), candle(1, 1)], 2, START_MS);
    for (let index = 2; index < 10; index += 1) series.tell(candle(index, index), START_MS);
    expect(series.newest(100, within(9, 1)).closed).toEqual([candle(7, 7), candle(8, 8)]);
  });

  test('has a final candle once a newer one was told, or its end is two seconds ago', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1)], 1, START_MS);
    expect(series.isFinal(within(1, 1_999))).toBe(false);
    expect(series.isFinal(within(1, 2_000))).toBe(true);
    series.tell(candle(1, 2), START_MS);
    expect(series.isFinal(within(1, 10))).toBe(true);
  });

  test('must be read again once a candle has ended that the venue told malformed, unless it tells it well', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1)], 1, START_MS);
    series.tell(candle(1, 2), within(1, 10));
    series.lack(candle(1, 0)[0]);
    expect(series.newest(1, within(1, 20))).toMatchObject({ closed: [candle(0, 1)], forming: null });
    expect([series.mustRead(1, within(1, 20)), series.mustRead(1, within(2, 0))]).toEqual([false, true]);
    series.tell(candle(1, 3), within(1, 30));
    expect(series.mustRead(1, within(2, 0))).toBe(false);
    series.lack(candle(1, 0)[0]);
    series.addHistory([candle(0, 1)], 1, within(2, 3_000));
    expect(series.mustRead(1, within(2, 3_000))).toBe(false);
    series.lack(undefined);
    expect(series.mustRead(1, within(2, 3_000))).toBe(true);
  });

  test('must be read again after the venue fell silent, and shows no gap', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1), candle(1, 2)], 2, START_MS);
    series.tell(candle(2, 3), START_MS);
    series.end();
    expect(series.mustRead(1, START_MS)).toBe(true);
    series.begin();
    series.tell(candle(5, 6), START_MS);
    series.addHistory([candle(2, 30), candle(3, 4), candle(4, 5)], 3, START_MS);
    expect(series.newest(3, within(5, 1))).toEqual({
      closed: [candle(2, 30), candle(3, 4), candle(4, 5)],
      forming: candle(5, 6),
      corrections: [],
    });
  });
  test('says which candles the venue has corrected since they were shown as closed, each with its last correction', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1)], 5, START_MS);
    series.tell(candle(1, 2), within(1, 50_000));
    expect(series.newest(1, within(2, 2_000)).corrections).toEqual([]);
    series.tell(candle(1, 2), within(2, 3_000));
    expect(series.newest(1, within(2, 3_000)).corrections).toEqual([]);
    series.tell(candle(1, 3), within(2, 20_000));
    series.tell(candle(1, 4), within(2, 30_000));
    series.tell(candle(2, 5), within(2, 30_000));
    series.tell(candle(2, 6), within(2, 31_000));
    expect(series.newest(1, within(2, 40_000)).corrections).toEqual([[candle(1, 0)[0], within(2, 30_000)]]);
  });

  test('says that history corrects the last candle that it showed', () => {
    const series = new CandleSeries('1m');
    series.begin();
    series.addHistory([candle(0, 1)], 5, START_MS);
    series.tell(candle(1, 2), within(1, 50_000));
    series.newest(1, within(2, 2_000));
    series.end();
    series.begin();
    series.addHistory([candle(0, 9), candle(1, 3), candle(2, 4)], 5, within(3, 10_000));
    expect(series.newest(1, within(3, 11_000)).corrections).toEqual([[candle(1, 0)[0], within(3, 10_000)]]);
  });
});
