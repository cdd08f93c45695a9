import { z } from 'zod';
import type { OrderWire } from './actions.js';

/** The value of positions and orders, in micro-USDC, rounded up. */

/** The most decimals of the venue's numbers. */
const DECIMALS = 8;
const UNIT = 10n ** BigInt(DECIMALS);
const decimal = z.string().regex(new RegExp(`^\\d{1,20}(\\.\\d{1,${DECIMALS}})?$`));

/** The part of an order that its value depends on. */
export interface ValuedOrder {
  readonly price: string;
  readonly triggerPrice: string | undefined;
  readonly size: string;
}

/** Converts an order of an action. */
export function valuedOrder({ p, s, t }: OrderWire): ValuedOrder {
  return { price: p, size: s, triggerPrice: 'trigger' in t ? t.trigger.triggerPx : undefined };
}

/**
 * Returns the value of the position that an order opens, at the highest of its price, its trigger and the market's price, for either side.
 * Undefined when a number is invalid.
 */
export function orderValue({ price, triggerPrice = '0', size }: ValuedOrder, mid: string): bigint | undefined {
  const { data } = z.tuple([decimal, decimal, decimal, decimal]).safeParse([price, triggerPrice, mid, size]);
  if (data === undefined) return undefined;
  const [limit, trigger, market, lots] = data;
  const highest = [limit, trigger, market].map(sizeOf).reduce((one, other) => (one > other ? one : other));
  return dividedUp(highest * sizeOf(lots), 10n ** BigInt(2 * DECIMALS - 6));
}

/** Dollars in the venue's form. */
export const usd = decimal.transform((text) => dividedUp(sizeOf(text), 10n ** BigInt(DECIMALS - 6)));

const signed = z.string().regex(new RegExp(`^-?\\d{1,20}(\\.\\d{1,${DECIMALS}})?$`));

/** Dollars in the venue's form with a sign, rounded down: a loss is never made smaller. */
export const signedUsd = signed.transform((text) =>
  text.startsWith('-')
    ? -dividedUp(sizeOf(text.slice(1)), 10n ** BigInt(DECIMALS - 6))
    : sizeOf(text) / 10n ** BigInt(DECIMALS - 6),
);

/** The size of a position in the venue's form, with its sign: negative where it is short; in units of 10^-8 of the coin. */
export const signedSize = signed.transform(sizeOf);

/** Returns the size of an order in units of 10^-8 of the coin; undefined when it is invalid. */
export function orderSize(text: string): bigint | undefined {
  const { data } = decimal.safeParse(text);
  return data === undefined ? undefined : sizeOf(data);
}

/** Returns a decimal text of the venue, with or without a sign, in units of 10^-8: its sizes and prices have no more decimals. */
export function sizeOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return text.startsWith('-') ? -size : size;
}

/** Returns a size as decimal text without trailing zeros. */
export function sizeText(size: bigint): string {
  const positive = size < 0n ? -size : size;
  const fraction = (positive % UNIT).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  return `${size < 0n ? '-' : ''}${positive / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
}

function dividedUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
