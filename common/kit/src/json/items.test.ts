import { expect, test } from '@jest/globals';
import { type ItemForm, readEach } from './index.js';

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
      { item: 3, reason: 'at value: must be even' },
      { item: 'x', reason: 'at value: must be even' },
    ],
  });
});

test('a reason has a bound', () => {
  const wordy: ItemForm<never> = {
    safeParse: () => ({ success: false, error: { issues: [{ path: [], message: 'x'.repeat(10_000) }] } }),
  };
  expect(readEach([1], wordy).malformed[0]?.reason).toHaveLength(200);
});
