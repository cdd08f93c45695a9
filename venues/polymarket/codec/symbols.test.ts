import { describe, expect, test } from '@jest/globals';
import { canonicalCandidate, canonicalSymbol, isCanonicalSymbol, tokenOf } from './index.js';

const TOKEN = '104239898038807136052399800151408521467737075933964991162589336683346093173875';
const CONDITION = `0x${'ab'.repeat(32)}`;

test('a token of 78 digits has a canonical symbol, and the symbol leads back to it', () => {
  expect(canonicalSymbol(TOKEN)).toBe(`${TOKEN}.POLYMARKET`);
  expect([isCanonicalSymbol(`${TOKEN}.POLYMARKET`), tokenOf(`${TOKEN}.POLYMARKET`)]).toEqual([true, TOKEN]);
});

describe('what is not canonical', () => {
  test.each([TOKEN, `${CONDITION}-${TOKEN}.POLYMARKET`, `${TOKEN}.polymarket`])('%s has a candidate', (text) => {
    expect(isCanonicalSymbol(text)).toBe(false);
    expect(canonicalCandidate(text)).toBe(`${TOKEN}.POLYMARKET`);
  });

  test.each([
    '',
    'BTC',
    'will-it-rain',
    `${TOKEN}9.POLYMARKET`,
    '-1.POLYMARKET',
    '1e3',
    CONDITION,
    'BTC-PERP.POLYMARKET',
  ])('%s resembles nothing', (text) =>
    expect([isCanonicalSymbol(text), canonicalCandidate(text)]).toEqual([false, undefined]),
  );
});
