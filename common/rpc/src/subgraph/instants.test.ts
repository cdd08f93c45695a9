import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toIsoInstants } from './instants.js';

const LATEST_MS = 8_640_000_000_000_000;

test('any column of instants reads as each of them would alone, years before and beyond four digits too', () => {
  const instants = fc.array(fc.integer({ min: -LATEST_MS, max: LATEST_MS }));
  fc.assert(fc.property(instants, (column) => expect(toIsoInstants(column)).toEqual(column.map(toIso))));
});

test('a column of minutes and one of days', () => {
  const startMs = Date.UTC(2026, 1, 28, 23, 58);
  const minutes = Array.from({ length: 4 }, (_, index) => startMs + index * 60_000);
  expect(toIsoInstants(minutes)).toEqual(minutes.map(toIso));
  const days = Array.from({ length: 400 }, (_, index) => Date.UTC(2026, 0, 1 + index));
  expect(toIsoInstants(days)).toEqual(days.map(toIso));
});

test('a day that no date can hold is refused', () => {
  expect(() => toIsoInstants([LATEST_MS + 86_400_000])).toThrow(RangeError);
});

function toIso(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
