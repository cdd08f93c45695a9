import { describe, expect, test } from '@jest/globals';
import { formatUsd, parseUsd } from './index.js';

describe('money', () => {
  test.each([
    ['0', 0n, '0.00'],
    ['50', 50_000_000n, '50.00'],
    ['50.1', 50_100_000n, '50.10'],
    ['0.000001', 1n, '0.000001'],
    ['9007199254740993.000001', 9_007_199_254_740_993_000_001n, '9007199254740993.000001'],
  ])('%s is %s micro-USDC and prints as %s', (text, amount, printed) => {
    expect(parseUsd(text)).toBe(amount);
    expect(formatUsd(amount)).toBe(printed);
  });

  test('a negative amount keeps its sign below one', () => {
    expect(formatUsd(-500_000n)).toBe('-0.50');
  });

  test.each(['', '-1', '+1', '1.', '.5', '01', '1e3', '1.0000001', ' 1', '0x1', 'NaN', '1,5'])(
    '%j is refused',
    (text) => {
      expect(() => parseUsd(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    },
  );
});
