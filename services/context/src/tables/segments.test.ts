import { describe, expect, test } from '@jest/globals';
import type { Row } from '@platform/venues/market-data';
import fc from 'fast-check';
import {
  additionsOf,
  compacted,
  gapsBetween,
  gapsOf,
  merge,
  type Piece,
  SEGMENT_ROWS_MAX,
  type Segment,
  segmentsOf,
} from './segments.js';

function segment(fromMs: number, toMs: number, rows: number): Segment {
  return { key: `${fromMs}`, sha256: '', fromMs, toMs, rows, gaps: [] };
}

function row(timeMs: number, value = 0): Row {
  return [timeMs, value];
}

function sizeOf({ rows }: Piece): number {
  return typeof rows === 'number' ? rows : rows.length;
}

const first = segment(100, 190, 10);
const second = segment(200, 290, 10);

describe('additions', () => {
  test('go in front, between and behind, each to the segment that starts before it', () => {
    const rows = [row(50), row(195), row(200), row(300)];
    expect(additionsOf([first, second], rows)).toEqual([
      { segment: undefined, rows: [row(50)] },
      { segment: first, rows: [row(195)] },
      { segment: second, rows: [row(200), row(300)] },
    ]);
  });

  test('keep every row, whatever they are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500)), (timesMs) => {
        const rows = timesMs.sort((left, right) => left - right).map((timeMs) => row(timeMs));
        expect(additionsOf([first, second], rows).flatMap((addition) => addition.rows)).toEqual(rows);
      }),
    );
  });
});

describe('a merge', () => {
  test('never changes a stored row', () => {
    expect(merge([row(10, 1), row(30, 1)], [row(10, 2), row(20, 2)])).toEqual([row(10, 1), row(20, 2), row(30, 1)]);
  });

  test('comes out the same in any order of arrival', () => {
    const times = fc.uniqueArray(fc.nat(1_000), { maxLength: 60 });
    fc.assert(
      fc.property(times, fc.nat(60), (timesMs, cut) => {
        const rows = timesMs.map((timeMs) => row(timeMs));
        expect(merge(merge([], rows.slice(0, cut)), rows.slice(cut))).toEqual(merge([], rows));
      }),
    );
  });
});

describe('gaps', () => {
  test('lie inside segments and between them', () => {
    const holed = { ...first, gaps: gapsBetween([row(100), row(130)], 10) };
    expect(gapsOf([holed, second, segment(330, 340, 2)], 10)).toEqual([
      { fromMs: 110, toMs: 130 },
      { fromMs: 300, toMs: 330 },
    ]);
  });
});

describe('segments', () => {
  test('are full but for the last, where many rows come at once', () => {
    const rows = Array.from({ length: SEGMENT_ROWS_MAX * 2 + 1 }, (_, index) => row(index));
    expect(
      compacted([{ key: undefined, rows }])
        .flat()
        .map(sizeOf),
    ).toEqual([SEGMENT_ROWS_MAX, SEGMENT_ROWS_MAX, 1]);
  });

  test('are joined with neighbours that fit into one, and no further', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: SEGMENT_ROWS_MAX }), { maxLength: 60 });
    fc.assert(
      fc.property(sizes, (counts) => {
        const pieces = counts.map((rows, index) => segment(index * 100, index * 100 + 99, rows));
        const objects = compacted(pieces);
        expect(objects.flat()).toEqual(pieces);
        const rows = objects.map((object) => object.map(sizeOf).reduce((sum, size) => sum + size, 0));
        expect(Math.max(0, ...rows)).toBeLessThanOrEqual(SEGMENT_ROWS_MAX);
        rows.forEach((count, index) => {
          if (index > 0) expect(count + (rows[index - 1] ?? 0)).toBeGreaterThan(SEGMENT_ROWS_MAX);
        });
      }),
    );
  });

  test('that hold the rule are left alone but for what a change touches and its neighbours', () => {
    const full = Array.from({ length: 40 }, (_, index) => segment(index * 100, index * 100 + 99, 11_000));
    const changed = full.with(20, segment(2_000, 2_099, 1_000));
    const objects = compacted(changed);
    expect(objects.filter(({ length }) => length > 1)).toEqual([[full[19], changed[20]]]);
  });

  test('of a window are those that overlap it, no more than its rows need', () => {
    const all = [first, second, segment(300, 390, 10)];
    expect(segmentsOf(all, 150, 1_000, 5)).toEqual([first, second]);
    expect(segmentsOf(all, 195, 300, 100)).toEqual([second]);
    expect(segmentsOf(all, 391, 1_000, 5)).toEqual([]);
  });
});
