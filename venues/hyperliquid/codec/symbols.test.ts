import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  canonicalCandidate,
  canonicalOfNautilus,
  canonicalSymbol,
  isCanonicalSymbol,
  nautilusSymbol,
} from './index.js';

const coins = fc.stringMatching(/^[A-Za-z0-9]{1,12}$/);

describe('symbols', () => {
  test.each([
    ['BTC', 'BTC/USDC:USDC', 'BTC-PERP.HYPERLIQUID'],
    ['kPEPE', 'KPEPE/USDC:USDC', 'KPEPE-PERP.HYPERLIQUID'],
    ['xyz:TSLA', 'XYZ-TSLA/USDC:USDC', 'XYZ-TSLA-PERP.HYPERLIQUID'],
  ])('%s is %s, in Nautilus %s', (coin, canonical, nautilus) => {
    expect([canonicalSymbol(coin), nautilusSymbol(canonical)]).toEqual([canonical, nautilus]);
  });

  test('the Nautilus alias leads back to the canonical symbol, for any coin', () => {
    fc.assert(
      fc.property(coins, (coin) => {
        const canonical = canonicalSymbol(coin);
        expect(isCanonicalSymbol(canonical)).toBe(true);
        expect(canonicalOfNautilus(nautilusSymbol(canonical) ?? '')).toBe(canonical);
      }),
    );
  });

  test.each([
    'BTC-PERP.HYPERLIQUID',
    'BTC',
    'btc',
    'BTC/USDC',
    'BTC-USDC',
    'BTC-USD',
    'BTCUSDC',
    'btc/usdc:usdc',
    'BTC-PERP',
    'BTC-USD-PERP',
  ])('%s is not canonical and its candidate is BTC/USDC:USDC', (text) => {
    expect([isCanonicalSymbol(text), canonicalCandidate(text)]).toEqual([false, 'BTC/USDC:USDC']);
  });

  test.each(['', 'BTC/EUR:EUR', '../BTC', 'BTC USDC', 'x'.repeat(200)])('%j resembles no symbol', (text) => {
    expect([canonicalCandidate(text), nautilusSymbol(text), canonicalOfNautilus(text)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
