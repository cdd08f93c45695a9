import { describe, expect, test } from '@jest/globals';
import { canonicalCandidate, canonicalSymbol, isCanonicalSymbol } from './index.js';

describe('symbols', () => {
  test.each([
    ['BTC', 'BTC-PERP.LIGHTER'],
    ['1000PEPE', '1000PEPE-PERP.LIGHTER'],
    ['kBONK', 'kBONK-PERP.LIGHTER'],
  ])('the market %s is %s', (market, symbol) => {
    expect(canonicalSymbol(market)).toBe(symbol);
    expect(isCanonicalSymbol(symbol)).toBe(true);
  });

  test('a name that can not be spelt so has none', () => {
    expect(canonicalSymbol('ETH/USDC')).toBeUndefined();
    expect(canonicalSymbol('')).toBeUndefined();
  });

  test.each(['BTC', 'btc', 'BTC-PERP', 'BTC/USDC:USDC', 'BTC-USD', 'BTCUSDC', 'btc-perp.lighter'])(
    '%s resembles the market BTC',
    (text) => expect(canonicalCandidate(text)).toBe('BTC-PERP.LIGHTER'),
  );

  test.each(['', 'BTC USDC', 'BTC-PERP.HYPERLIQUID', 'a'.repeat(60)])('%p resembles nothing', (text) =>
    expect(canonicalCandidate(text)).toBeUndefined(),
  );
});
