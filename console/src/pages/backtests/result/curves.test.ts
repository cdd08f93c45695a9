import { expect, test } from '@jest/globals';
import { describe, drawdownOf, gainOf, pointsOf } from './curves.js';

const CURVE = {
  t: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z', '2026-01-03T00:00:00.500Z'],
  equity: [1_000, 1_100, 990, 1_045],
};

test('a second has one point, the later one', () => {
  expect(pointsOf(CURVE).map(({ value }) => value)).toEqual([1_000, 1_100, 1_045]);
});

test('drawdown is what is missing to the latest peak, in percent of it', () => {
  const values = drawdownOf(pointsOf(CURVE)).map(({ value }) => value);
  expect(values[0]).toBe(0);
  expect(values[1]).toBe(0);
  expect(values[2]).toBeCloseTo(-5);
});

test('gain is since the first point, and nothing begins at nothing', () => {
  expect(gainOf(pointsOf(CURVE)).map(({ value }) => Math.round(value * 10) / 10)).toEqual([0, 10, 4.5]);
  expect(gainOf(pointsOf({ t: ['2026-01-01T00:00:00.000Z'], equity: [0] }))).toEqual([]);
});

test('a curve is said in words', () => {
  expect(describe(pointsOf(CURVE))).toBe(
    'From 1000.00 on 2026-01-01 to 1045.00 on 2026-01-03; lowest 1000.00, highest 1100.00.',
  );
  expect(describe([])).toBe('It has no points.');
});
