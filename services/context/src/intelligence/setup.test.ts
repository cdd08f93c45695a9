import { describe, expect, test } from '@jest/globals';
import { analyse } from './analysis.js';
import { candlesOf, HOUR_MS, historyOf, NOW_MS, wave } from './judged.fixture.js';

const setupOf = (...args: Parameters<typeof historyOf>) => analyse(historyOf(...args)).setup;

describe('the regime', () => {
  const climb = Array.from({ length: 200 }, (_, index) => 100 + index);

  test('of prices that only rise, or only fall, is a trend', () => {
    expect(setupOf(candlesOf(climb)).regime).toEqual({ state: 'trending_up', adx14: expect.closeTo(100, 6) });
    expect(setupOf(candlesOf(climb.toReversed())).regime.state).toBe('trending_down');
  });

  test('of prices that go nowhere is a range', () => {
    const alternating = Array.from({ length: 200 }, (_, index) => 100 + (index % 2));
    expect(setupOf(candlesOf(alternating)).regime.state).toBe('ranging');
  });

  test('is unknown with too few candles, and nothing is made up in its place', () => {
    expect(setupOf(candlesOf([100, 101]))).toEqual({
      regime: { state: 'unknown', adx14: null },
      levels: { support: [], resistance: [] },
      volatility: { atr14Pct: null, bbWidthPctile90d: null },
      funding: { currentAnnualized: null, trend: null },
    });
    expect(setupOf([]).regime).toEqual({ state: 'unknown', adx14: null });
  });
});

describe('levels', () => {
  test('are where prices turned more than once, the last turns not yet among them', () => {
    const { levels } = setupOf(candlesOf(wave(500)));
    expect(levels).toEqual({ support: [89.5], resistance: [110.5] });
  });

  test('are three to a side at most, the nearest first', () => {
    const steps = [100, 90, 80, 70, 60].flatMap((top) => wave(200).map((price) => price - 100 + top));
    const { support, resistance } = setupOf(candlesOf([...steps, ...wave(200)])).levels;
    expect([support.length, resistance.length]).toEqual([3, 1]);
    expect(support.toSorted((left, right) => right - left)).toEqual(support);
  });
});

describe('funding', () => {
  const hours = (rates: readonly number[]) =>
    rates.map((rate, index) => ({ timeMs: NOW_MS - (rates.length - 1 - index) * HOUR_MS, rate }));
  const fundingOf = (rates: readonly number[]) => setupOf(candlesOf(wave(30)), {}, hours(rates)).funding;
  const week = (former: number, newest: number) => [...Array(144).fill(former), ...Array(24).fill(newest)];

  test.each([
    ['rising', week(0, 0.0001), 0.876],
    ['falling', week(0, -0.0001), -0.876],
    ['flat', week(0.0001, 0.0001), 0.876],
    ['flat', week(0.00001, 0.000011), 0.09636],
  ] as const)('is %s', (trend, rates, currentAnnualized) => {
    expect(fundingOf(rates)).toEqual({ currentAnnualized: expect.closeTo(currentAnnualized, 9), trend });
  });

  test('that was last paid more than a day ago is not current', () => {
    const old = hours(week(0, 0.0001)).map(({ timeMs, rate }) => ({ timeMs: timeMs - 24 * HOUR_MS, rate }));
    expect(setupOf([], {}, old).funding).toEqual({ currentAnnualized: null, trend: null });
  });
});

test('volatility is the true range in percent of the close, and the rank of the bands among those of ninety days', () => {
  const calm = Array.from({ length: 400 }, (_, index) => 100 + (index % 2) / 10);
  const wild = Array.from({ length: 40 }, (_, index) => 100 + (index % 2) * 5);
  const { volatility } = setupOf(candlesOf([...calm, ...wild]));
  expect(volatility.bbWidthPctile90d).toBeGreaterThan(95);
  expect(setupOf(candlesOf([...wild, ...calm])).volatility.bbWidthPctile90d).toBeLessThan(50);
  expect(setupOf(candlesOf(Array(100).fill(50))).volatility).toEqual({ atr14Pct: 2, bbWidthPctile90d: 50 });
});
