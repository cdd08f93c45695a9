/**
 * Exact amounts. USDC and prices are whole millionths of a dollar, sizes whole lots of `10^-szDecimals` coins. A price
 * has at most `6 - szDecimals` decimals, so that size times price is always a whole number of millionths: no amount is
 * ever rounded but fees, funding and shares of a position, each once.
 */

/** Decimals of USDC and of prices as held here. */
export const USDC_DECIMALS = 6;
/** One USDC. */
export const USDC = 1_000_000n;

/** `text` times `10^decimals`; undefined when it is no plain decimal or has more decimals than that. */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,18})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return fraction.length > decimals ? undefined : BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}

/** An amount that the venue wrote, in units of `10^-decimals`. Throws where it is none. */
export function readDecimal(text: string, decimals: number): bigint {
  const amount = parseDecimal(text.replace(/^-/, ''), decimals);
  if (amount === undefined) throw new Error(`${text} has no such decimals`);
  return text.startsWith('-') ? -amount : amount;
}

/** `value / 10^decimals` as the venue writes it: whole numbers with one decimal, otherwise no trailing zeros. */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = absolute(value)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}.${fraction === '' ? '0' : fraction}`;
}

/** USDC, or a price, as the venue writes it. */
export function formatUsdc(micro: bigint): string {
  return formatDecimal(micro, USDC_DECIMALS);
}

/** A number of the simulated market, which lies on the venue's grid of prices, in millionths. */
export function priceOf(value: number): bigint {
  return BigInt(Math.round(value * 1e6));
}

/** Size times price in millionths of USDC, with the size's sign. */
export function notionalOf(lots: bigint, priceMicro: bigint, szDecimals: number): bigint {
  return (lots * priceMicro) / 10n ** BigInt(szDecimals);
}

/** `amount × numerator / denominator`, rounded towards zero. */
export function share(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return (amount * numerator) / denominator;
}

/** The quotient rounded up; both are positive. */
export function dividedUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Without its sign. */
export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** All amounts together. */
export function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** The smaller of two amounts. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The larger of two amounts. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
