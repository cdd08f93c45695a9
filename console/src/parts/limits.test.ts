import { expect, test } from '@jest/globals';
import { limitsOf } from './limits.js';

test('each limit is said, and what is not limited is not', () => {
  const mandate = {
    venues: ['hyperliquid'],
    symbols: null,
    maxOrderUsd: '100',
    maxDailyUsd: null,
    maxLeverage: 3,
    reduceOnly: true,
    expiresAt: '2026-12-01T00:00:00.000Z',
  };
  expect(limitsOf(mandate)).toEqual([
    'only at hyperliquid',
    '100.00 USD an order',
    'leverage 3×',
    'only reduces and cancels',
    'ends 2026-12-01 00:00 UTC',
  ]);
});

test('without a mandate nothing is limited', () => {
  expect(limitsOf(null)).toEqual([]);
  expect(limitsOf({ reduceOnly: false })).toEqual([]);
});
