import { expect, test } from '@jest/globals';
import { mandateOf, NO_LIMITS } from './mandate.js';

test('a key without limits has no mandate', () => {
  expect(mandateOf(NO_LIMITS)).toBeUndefined();
  expect(mandateOf({ ...NO_LIMITS, symbols: ' \n', maxOrderUsd: ' ' })).toBeUndefined();
});

test('what is limited is sent, and nothing else', () => {
  const limits = {
    ...NO_LIMITS,
    venues: ['lighter'],
    symbols: 'BTC/USDC:USDC\n ETH/USDC:USDC ',
    maxOrderUsd: '100.50',
    maxLeverage: '3',
    expiresAt: '2026-12-01T08:30',
  };
  expect(mandateOf(limits)).toEqual({
    venues: ['lighter'],
    symbols: ['BTC/USDC:USDC', 'ETH/USDC:USDC'],
    maxOrderUsd: '100.50',
    maxLeverage: 3,
    reduceOnly: false,
    expiresAt: '2026-12-01T08:30:00.000Z',
  });
});

test('a key that only reduces has a mandate', () => {
  expect(mandateOf({ ...NO_LIMITS, reduceOnly: true })).toEqual({ reduceOnly: true });
});
