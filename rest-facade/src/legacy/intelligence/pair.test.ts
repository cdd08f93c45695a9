import { expect, test } from '@jest/globals';
import { pairOf, symbolOf } from './pair.js';

test.each([
  ['ETH', undefined, 'ETH/USDC:USDC'],
  ['xyz:NVDA', 'xyz', 'XYZ-NVDA/USDC:USDC'],
  ['ETH-PERP.X', undefined, 'ETH-PERP.X'],
])('%s, on the exchange %s, is %s, and back', (pair, builderDex, symbol) => {
  expect([symbolOf(pair), pairOf(symbol, builderDex)]).toEqual([symbol, pair]);
});

test('a pair is taken in any case, and a canonical symbol as it is', () => {
  expect(['eth', 'ETH/USDC:USDC', 'kPEPE'].map(symbolOf)).toEqual([
    'ETH/USDC:USDC',
    'ETH/USDC:USDC',
    'KPEPE/USDC:USDC',
  ]);
});

test('a base that only looks like one of an exchange keeps its name', () => {
  expect(pairOf('XYZ-NVDA/USDC:USDC', undefined)).toBe('XYZ-NVDA');
});
