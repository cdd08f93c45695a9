import { expect, test } from '@jest/globals';
import { freeOf } from './free.js';

const answer = (availableUsd: string | null, reason: string | null = null) => ({
  data: { wallet: { id: 'wal_1', withdrawalSources: [{ source: 'arbitrum' as const, availableUsd, reason }] } },
  isLoading: false,
});

test('what can be moved now is what the wallet itself can pay', () => {
  expect(freeOf(answer('150.00'))).toMatchObject({ usd: '150.00', obstacle: undefined });
  expect(freeOf(answer('150.00', 'transfers_unavailable')).obstacle).toBe('transfers unavailable');
});

test('what is not read yet is not unknown, and what is unknown is not zero', () => {
  expect(freeOf({ data: undefined, isLoading: true })).toMatchObject({ usd: undefined, unknown: '…' });
  expect(freeOf(answer(null, 'balance_unknown'))).toMatchObject({ usd: undefined, unknown: 'unknown' });
  expect(freeOf({ data: { wallet: null }, isLoading: false }).unknown).toBe('unknown');
});
