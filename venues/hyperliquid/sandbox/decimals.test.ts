import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalText, priceDecimals, roundPrice, tickSize } from './decimals.js';

const price = fc.double({ min: 0.0005, max: 500_000, noNaN: true });
const szDecimals = fc.integer({ min: 0, max: 5 });

describe('decimal text', () => {
  test.each([
    [64_900, '64900.0'],
    [0.1 + 0.2, '0.3'],
    [0.0000125, '0.0000125'],
    [-0.000000002, '-0.000000002'],
    [-0.00000000001, '0.0'],
    [100, '100.0'],
    [6_600_000_000, '6600000000.0'],
  ])('%p is written %p', (value, text) => {
    expect(decimalText(value)).toBe(text);
  });
});

describe('the price grid', () => {
  test('a rounded price has at most five significant figures, or is whole, and not too many decimals', () => {
    fc.assert(
      fc.property(price, szDecimals, (exact, decimals) => {
        const [whole = '', fraction = ''] = decimalText(roundPrice(exact, decimals)).split('.');
        const figures = `${whole}${fraction}`.replace(/^0+/, '').replace(/0+$/, '');
        expect(fraction.replace(/^0$/, '').length).toBeLessThanOrEqual(6 - decimals);
        if (fraction !== '0') expect(figures.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  test('rounding keeps order, and moves a price by half a tick at most', () => {
    fc.assert(
      fc.property(price, price, szDecimals, (a, b, decimals) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(roundPrice(low, decimals)).toBeLessThanOrEqual(roundPrice(high, decimals));
        expect(Math.abs(roundPrice(a, decimals) - a)).toBeLessThanOrEqual(tickSize(a, decimals) * 0.5001);
      }),
    );
  });

  test('whole numbers are prices whatever their length', () => {
    expect(priceDecimals(117_571, 5)).toBe(0);
    expect(roundPrice(117_571.4, 5)).toBe(117_571);
  });
});
