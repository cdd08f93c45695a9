import { expect, test } from '@jest/globals';
import { type ItemForm, readEach, timeAt } from './index.js';

const evenNumber: ItemForm<number> = {
  safeParse: (item) =>
    typeof item === 'number' && item % 2 === 0
      ? { success: true, data: item }
      : { success: false, error: { issues: [{ path: ['value'], message: 'must be even' }] } },
};

test('a malformed item is named with its reason and leaves the others alone', () => {
  expect(readEach([2, 3, 'x', 4], evenNumber)).toEqual({
    valid: [2, 4],
    malformed: [
      { item: 3, index: 1, reason: 'at value: must be even' },
      { item: 'x', index: 2, reason: 'at value: must be even' },
    ],
  });
});

test('a reason has a bound', () => {
  const wordy: ItemForm<never> = {
    safeParse: () => ({ success: false, error: { issues: [{ path: [], message: 'x'.repeat(10_000) }] } }),
  };
  expect(readEach([1], wordy).malformed[0]?.reason).toHaveLength(200);
});

test.each<[string, unknown[], number | undefined]>([
  ['its own', [10, 25, 30], 25],
  ['the only one that is missing between its neighbours', [10, null, 30], 20],
  ['unknown where none is missing', [10, null, 20], undefined],
  ['unknown where several are missing', [10, null, 40], undefined],
  ['unknown beside another that has none', [10, null, null], undefined],
  ['unknown at the end', [10, null], undefined],
])('the time of an item is %s', (_, items, time) => {
  expect(timeAt(items, 1, (item) => (typeof item === 'number' ? item : undefined), 10)).toBe(time);
});
