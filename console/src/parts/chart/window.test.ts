import { describe, expect, test } from '@jest/globals';
import type { Series } from './series.js';
import { barsOf, countBefore, growthOf, isNearEnd, partOf, windowAround } from './window.js';

const MINUTE_MS = 60_000;
const BARS = 100_000;
const candle = (minute: number) => ({ atMs: minute * MINUTE_MS, open: 1, high: 1, low: 1, close: 1 });
const line = (minutes: readonly number[]): Series => ({
  ...{ kind: 'line', name: 'a line', tone: 'accent', pane: 1 },
  points: minutes.map((minute) => ({ atMs: minute * MINUTE_MS, value: minute })),
});

describe('the bars that a chart holds', () => {
  test('as many as are seen are held on each side, and none that do not exist', () => {
    expect(windowAround({ from: 50_000.4, to: 52_000.6 }, BARS)).toEqual({ from: 47_999, to: 54_002 });
    expect(windowAround({ from: -30, to: 99 }, BARS)).toEqual({ from: 0, to: 1_099 });
    expect(windowAround({ from: 99_900, to: 100_020 }, BARS)).toEqual({ from: 98_900, to: BARS });
    expect(windowAround({ from: 0, to: 5 }, 3)).toEqual({ from: 0, to: 3 });
    expect(windowAround({ from: 500, to: 600 }, 0)).toEqual({ from: 0, to: 0 });
  });

  test('the reader never comes to an end behind which there are more', () => {
    let held = windowAround({ from: 99_000, to: BARS }, BARS);
    for (let from = 99_000; from > 0; from -= 300) {
      const seen = { from, to: from + 1_000 };
      if (isNearEnd(seen, held, BARS)) held = windowAround(seen, BARS);
      expect(held.from === 0 || held.from < seen.from).toBe(true);
      expect(held.to >= seen.to || held.to === BARS).toBe(true);
      expect(held.to - held.from).toBeLessThanOrEqual(3_000);
    }
  });

  test('few bars are held whole', () => {
    const held = windowAround({ from: 0, to: 900 }, 900);
    expect(held).toEqual({ from: 0, to: 900 });
    expect(isNearEnd({ from: -200, to: 300 }, held, 900)).toBe(false);
  });
});

test('what came on either side of the former bars is counted, and other bars are others', () => {
  const bars = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => candle(from + at));
  expect(growthOf(bars(100, 200), bars(0, 210))).toEqual({ before: 100, after: 10 });
  expect(growthOf(bars(100, 200), bars(100, 200))).toEqual({ before: 0, after: 0 });
  expect(growthOf([], bars(0, 10))).toBeUndefined();
  expect(growthOf(bars(0, 10), [candle(-1), candle(20)])).toBeUndefined();
});

describe('a part of a series', () => {
  test('the points from an instant to before another one', () => {
    expect(partOf(line([1, 2, 3, 4]), 2 * MINUTE_MS, 4 * MINUTE_MS)).toEqual(line([2, 3]));
    expect(partOf(line([]), 0, MINUTE_MS)).toEqual(line([]));
  });

  test('a mark stands at the candle in which it happened, and not without one', () => {
    const candles: Series = {
      ...{ kind: 'candles', name: 'candles', pane: 0, points: [5, 10, 15].map(candle) },
      marks: [3, 7, 10, 19, 21].map((minute) => ({ atMs: minute * MINUTE_MS, kind: 'buy', text: String(minute) })),
    };
    const part = partOf(candles, 0, 20 * MINUTE_MS);
    expect(part.kind === 'candles' ? part.marks.map(({ atMs, text }) => [atMs / MINUTE_MS, text]) : []).toEqual([
      [5, '7'],
      [10, '10'],
      [15, '19'],
    ]);
  });

  test('the bars are those of the series with the most points', () => {
    const most = line([1, 2, 3]);
    expect(barsOf([line([1]), most, line([2, 3])])).toBe(most.points);
    expect(barsOf([])).toEqual([]);
    expect(countBefore(most.points, 3 * MINUTE_MS)).toBe(2);
  });
});
