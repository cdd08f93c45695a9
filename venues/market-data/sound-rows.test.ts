import { describe, expect, test } from '@jest/globals';
import { soundRows } from './sound-rows.js';
import type { Row } from './tables.js';
import { VenueUnreadableError } from './venue.js';

const WINDOW = { name: 'a venue candles', fromMs: 0, toMs: 10_000 };
const row = (timeMs: number): Row => [timeMs, 1, 1, 1, 1, 1];
const rowsAt = (...times: number[]) => times.map(row);
const odd = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ timeMs: 100 + index, reason: 'at c: is odd' }));
const timesOf = ({ rows }: { rows: readonly Row[] }) => rows.map(([timeMs]) => timeMs);

describe('the rows of an answer', () => {
  test.each<[string, number[], number[], number[]]>([
    ['one that falls behind', [1, 2, 0, 3], [1, 2, 3], [0]],
    ['one that runs ahead', [1, 2, 50, 3, 4], [1, 2, 3, 4], [50]],
    ['two of one time', [1, 2, 2, 3], [1, 3], [2]],
  ])('go on beside %s', (_, times, kept, left) => {
    const found = soundRows({ rows: rowsAt(...times), odd: [] }, WINDOW);
    expect([timesOf(found), found.odd.map(({ timeMs }) => timeMs)]).toEqual([kept, left]);
  });

  test('go on without one that stands at the time of an odd one', () => {
    const found = soundRows({ rows: rowsAt(99, 100, 101), odd: odd(1) }, WINDOW);
    expect([timesOf(found), found.odd.map(({ timeMs }) => timeMs)]).toEqual([[99, 101], [100]]);
  });

  test('that were not asked for are left out and not odd', () => {
    expect(soundRows({ rows: rowsAt(-5, 1, 10_000), odd: [] }, WINDOW)).toEqual({ rows: rowsAt(1), odd: [] });
  });

  test('may be one odd one alone, where it belongs into the window', () => {
    expect(soundRows({ rows: [], odd: odd(1) }, WINDOW).odd).toHaveLength(1);
    expect(() => soundRows({ rows: [], odd: [{ timeMs: undefined, reason: 'is none' }] }, WINDOW)).toThrow(
      VenueUnreadableError,
    );
    expect(() => soundRows({ rows: [], odd: [{ timeMs: -1, reason: 'is old' }] }, WINDOW)).toThrow(
      'a venue candles: 1 rows are malformed, the first is old',
    );
  });

  test('are the error of the venue where more than ten and more than a tenth are odd', () => {
    expect(soundRows({ rows: rowsAt(1), odd: odd(10) }, WINDOW).odd).toHaveLength(10);
    expect(() => soundRows({ rows: rowsAt(1), odd: odd(11) }, WINDOW)).toThrow(VenueUnreadableError);
    const many = Array.from({ length: 99 }, (_, index) => row(index));
    expect(soundRows({ rows: many, odd: odd(11) }, WINDOW).odd).toHaveLength(11);
  });
});
