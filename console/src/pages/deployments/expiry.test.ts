import { expect, test } from '@jest/globals';
import { instantOf, onExpiryOf } from './expiry.js';

test('what is entered is UTC, wherever the reader is', () => {
  expect(instantOf('2026-05-01T10:00')).toBe('2026-05-01T10:00:00.000Z');
  expect([instantOf(''), instantOf('soon')]).toEqual([undefined, undefined]);
});

test('without a choice it stops', () => {
  expect([onExpiryOf('block_entries'), onExpiryOf('')]).toEqual(['block_entries', 'stop']);
});
