/**
 * Exact amounts. USDC and prices are whole millionths of a dollar, sizes whole lots of `10^-szDecimals` coins. A price has at most `6 -
 * szDecimals` decimals, so that size times price is always a whole number of millionths: only fees, funding and shares of a position are
 * rounded, each once.
 */

/** Decimals of USDC and of prices in these units. */
export const USDC_DECIMALS = 6;
/** One USDC. */
export const USDC = 1_000_000n;

/** Returns `text` times `10^decimals`; undefined when it is not a plain decimal or has more decimals than that. */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,18})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return fraction.length > decimals ? undefined : BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}

/** Returns an amount written by the venue, in units of `10^-decimals`. Throws on other texts. */
export function readDecimal(text: string, decimals: number): bigint {
  const amount = parseDecimal(text.replace(/^-/, ''), decimals);
  if (amount === undefined) throw new Error(`${text} has no such decimals`);
  return text.startsWith('-') ? -amount : amount;
}

/** Formats `value / 10^decimals` as the venue does: whole numbers with one decimal, otherwise no trailing zeros. */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = absolute(value)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}.${fraction === '' ? '0' : fraction}`;
}

/** Formats USDC, or a price, as the venue does. */
export function formatUsdc(micro: bigint): string {
  return formatDecimal(micro, USDC_DECIMALS);
}

/** Converts a number of the simulated market, which lies on the venue's grid of prices, to millionths. */
export function priceOf(value: number): bigint {
  return BigInt(Math.round(value * 1e6));
}

/** Returns size times price in millionths of USDC, with the size's sign. */
export function notionalOf(lots: bigint, priceMicro: bigint, szDecimals: number): bigint {
  return (lots * priceMicro) / 10n ** BigInt(szDecimals);
}

/** Returns `amount × numerator / denominator`, rounded towards zero. */
export function share(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return (amount * numerator) / denominator;
}

/** Returns the quotient rounded up; both are positive. */
export function dividedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Returns the absolute value. */
export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Returns the sum of the amounts. */
export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Returns the smaller of two amounts. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns the larger of two amounts. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
