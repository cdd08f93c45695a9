import { describe, expect, test } from '@jest/globals';
import { erased, painted, rangesOf, type SourceRange, sourcesOf, stretchesOf } from './sources.js';
import type { Row } from './tables.js';

const range = (source: SourceRange['source'], fromMs: number, toMs: number): SourceRange => ({ source, fromMs, toMs });

describe('sources', () => {
  test('of what is stored between others cut these, and neighbours of one source are one', () => {
    const ranges = painted([range('venue', 0, 100)], [range('imported', 20, 30), range('imported', 50, 60)]);
    expect(ranges).toEqual([
      range('venue', 0, 20),
      range('imported', 20, 30),
      range('venue', 30, 50),
      range('imported', 50, 60),
      range('venue', 60, 100),
    ]);
    expect(erased(ranges, [{ fromMs: 20, toMs: 60 }])).toEqual([range('venue', 0, 100)]);
    expect(painted(ranges, [range('imported', 100, 110)]).at(-1)).toEqual(range('imported', 100, 110));
  });

  test('are each named once, real ones first', () => {
    expect(sourcesOf([range('imported', 0, 1), range('venue', 1, 2), range('imported', 2, 3)])).toEqual([
      'venue',
      'imported',
    ]);
  });

  test('of some rows are those of the ranges that they lie in', () => {
    const ranges = [range('venue', 0, 20), range('imported', 20, 40), range('simulated', 50, 60)];
    const rows: Row[] = [0, 5, 45, 55].map((timeMs) => [timeMs]);
    expect(rangesOf(rows, ranges)).toEqual([ranges[0], ranges[2]]);
  });

  test('of rows end where others lie between', () => {
    const rows: Row[] = [0, 10, 20, 50, 60].map((timeMs) => [timeMs]);
    expect(stretchesOf(rows, ([timeMs]) => timeMs !== 20, 10)).toEqual([
      { fromMs: 0, toMs: 20 },
      { fromMs: 50, toMs: 70 },
    ]);
  });
});
