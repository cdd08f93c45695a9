import { describe, expect, test } from '@jest/globals';
import type { Row } from './tables.js';
import { validRows } from './valid-rows.js';
import { VenueUnreadableError } from './venue.js';

const WINDOW = { name: 'a venue candles', fromMs: 0, toMs: 10_000 };
const row = (timeMs: number): Row => [timeMs, 1, 1, 1, 1, 1];
const otherRow = (timeMs: number): Row => [timeMs, 2, 2, 2, 2, 1];
const rowsAt = (...times: number[]) => times.map(row);
const malformed = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ timeMs: 100 + index, reason: 'at c: is malformed' }));
const timesOf = ({ rows }: { rows: readonly Row[] }) => rows.map(([timeMs]) => timeMs);

describe('the rows of an answer', () => {
  test.each<[string, number[], number[], number[]]>([
    ['one that falls behind', [1, 2, 0, 3], [1, 2, 3], [0]],
    ['one that runs ahead', [1, 2, 50, 3, 4], [1, 2, 3, 4], [50]],
  ])('go on beside %s', (_, times, kept, left) => {
    const found = validRows({ rows: rowsAt(...times), malformed: [] }, WINDOW);
    expect([timesOf(found), found.malformed.map(({ timeMs }) => timeMs)]).toEqual([kept, left]);
  });

  test('go on without two of one time that contradict each other, and with two that are the same', () => {
    const contradicted = validRows({ rows: [row(1), row(2), otherRow(2), row(3)], malformed: [] }, WINDOW);
    expect([timesOf(contradicted), contradicted.malformed.map(({ timeMs }) => timeMs)]).toEqual([[1, 3], [2]]);
    const repeated = validRows({ rows: rowsAt(1, 2, 2, 3, 1), malformed: [] }, WINDOW);
    expect(repeated).toEqual({ rows: rowsAt(1, 2, 3), malformed: [] });
  });

  test('go on without one that stands at the time of a malformed one', () => {
    const found = validRows({ rows: rowsAt(99, 100, 101), malformed: malformed(1) }, WINDOW);
    expect([timesOf(found), found.malformed.map(({ timeMs }) => timeMs)]).toEqual([[99, 101], [100]]);
  });

  test('that were not asked for are left out and not malformed', () => {
    expect(validRows({ rows: rowsAt(-5, 1, 10_000), malformed: [] }, WINDOW)).toEqual({
      rows: rowsAt(1),
      malformed: [],
    });
  });

  test('may be one malformed one alone, where it belongs into the window', () => {
    expect(validRows({ rows: [], malformed: malformed(1) }, WINDOW).malformed).toHaveLength(1);
    expect(() => validRows({ rows: [], malformed: [{ timeMs: undefined, reason: 'is none' }] }, WINDOW)).toThrow(
      VenueUnreadableError,
    );
    expect(() => validRows({ rows: [], malformed: [{ timeMs: -1, reason: 'is old' }] }, WINDOW)).toThrow(
      'a venue candles: 1 rows are malformed, the first is old',
    );
  });

  test('are the error of the venue where more than ten and more than half are malformed', () => {
    expect(validRows({ rows: rowsAt(1), malformed: malformed(10) }, WINDOW).malformed).toHaveLength(10);
    expect(() => validRows({ rows: rowsAt(1), malformed: malformed(11) }, WINDOW)).toThrow(VenueUnreadableError);
    const many = Array.from({ length: 99 }, (_, index) => row(index));
    expect(validRows({ rows: many, malformed: malformed(99) }, WINDOW).malformed).toHaveLength(99);
    expect(() => validRows({ rows: many, malformed: malformed(100) }, WINDOW)).toThrow(VenueUnreadableError);
  });
});
