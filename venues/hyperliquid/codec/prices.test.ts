import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tickSize } from './index.js';

describe('the tick size', () => {
  test.each([
    ['97123.0', 5, '1'],
    ['123456', 5, '1'],
    ['9712.3', 4, '0.1'],
    ['2.4', 0, '0.0001'],
    ['0.0112', 0, '0.000001'],
    ['0.0', 2, '0.0001'],
    ['0.000012', 0, '0.000001'],
  ])('at %s with %i size decimals is %s', (price, sizeDecimals, tick) => {
    expect(tickSize(price, sizeDecimals)).toBe(tick);
  });

  test('never allows more than five significant figures beyond the point, nor more decimals than the venue', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(6), fc.nat(6), (units, shift, sizeDecimals) => {
        const price = (units / 10 ** shift).toFixed(6);
        const tick = tickSize(price, sizeDecimals);
        expect(Number(tick)).toBeLessThanOrEqual(1);
        expect(tick.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(6 - sizeDecimals);
        if (tick !== '1') expect(Number(price) / Number(tick)).toBeLessThan(100_000);
      }),
    );
  });
});
