/**
 * Price rules of Hyperliquid's perpetuals: at most five significant figures and at most `6 − sizeDecimals` decimals;
 * whole numbers are always allowed.
 * Source: hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/tick-and-lot-size.
 */

const SIGNIFICANT_FIGURES = 5;
const DECIMALS_MAX = 6;

/** Smallest value of an order in USD. Source: the venue's order errors, "Order must have minimum value of $10". */
export const MINIMUM_ORDER_USD = '10.00';

/** Returns the smallest price step at a price, both decimal strings: `tickSize('97123.0', 5)` is `1`, `tickSize('2.4', 0)` is `0.0001`. */
export function tickSize(price: string, sizeDecimals: number): string {
  const decimals = Math.max(0, Math.min(DECIMALS_MAX - sizeDecimals, SIGNIFICANT_FIGURES - 1 - exponent(price)));
  return decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
}

/** Returns the power of ten of a decimal string's first significant digit, read from its text since a logarithm may round. */
function exponent(price: string): number {
  const [whole = '', fraction = ''] = price.split('.');
  const significantWhole = whole.replace(/^0+/, '');
  if (significantWhole !== '') return significantWhole.length - 1;
  const leadingZeros = /^0*/.exec(fraction)?.[0].length ?? 0;
  return -(leadingZeros + 1);
}
