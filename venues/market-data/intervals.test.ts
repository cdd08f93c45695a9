import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { divided, type Interval, subtract, united } from './intervals.js';
import type { Row } from './tables.js';

const LENGTH = 60;
/** Ascending intervals that don't touch. */
const intervals = fc
  .array(fc.record({ fromMs: fc.nat(LENGTH - 1), length: fc.integer({ min: 1, max: 9 }) }), { maxLength: 12 })
  .map((found) => united(found.map(({ fromMs, length }) => ({ fromMs, toMs: fromMs + length }))));
const everyTime = Array.from({ length: LENGTH + 10 }, (_, timeMs) => timeMs);

function isIn(found: readonly Interval[]): (timeMs: number) => boolean {
  return (timeMs) => found.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
}

describe('intervals', () => {
  test('without others hold exactly the times that those lack', () => {
    fc.assert(
      fc.property(intervals, intervals, (left, right) => {
        const remaining = subtract(left, right);
        const expected = everyTime.filter((timeMs) => isIn(left)(timeMs) && !isIn(right)(timeMs));
        expect(everyTime.filter(isIn(remaining))).toEqual(expected);
        expect(remaining.every(({ fromMs, toMs }) => fromMs < toMs)).toBe(true);
      }),
    );
  });

  test('that have no end are cut like others', () => {
    const all = [{ fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }];
    expect(subtract([{ fromMs: 1, toMs: 5 }], all)).toEqual([]);
    expect(subtract(all, [{ fromMs: 1, toMs: 5 }])).toEqual([
      { fromMs: Number.NEGATIVE_INFINITY, toMs: 1 },
      { fromMs: 5, toMs: Number.POSITIVE_INFINITY },
    ]);
  });

  test('divide rows into those inside and those outside', () => {
    const rows = everyTime.map((timeMs): Row => [timeMs, 1]);
    fc.assert(
      fc.property(intervals, (found) => {
        const { inside, outside } = divided(rows, found);
        expect(inside.map(([timeMs]) => timeMs)).toEqual(everyTime.filter(isIn(found)));
        expect(inside.length + outside.length).toBe(rows.length);
      }),
    );
  });
});
