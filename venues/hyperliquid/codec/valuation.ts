import { z } from 'zod';
import type { OrderWire } from './actions.js';

/** The value of positions and orders, in micro-USDC, rounded up. */

const DECIMALS = 8;
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
  const highest = [limit, trigger, market].map(scaled).reduce((one, other) => (one > other ? one : other));
  return dividedUp(highest * scaled(lots), 10n ** BigInt(2 * DECIMALS - 6));
}

/** Dollars in the venue's form. */
export const usd = decimal.transform((text) => dividedUp(scaled(text), 10n ** BigInt(DECIMALS - 6)));

const signed = z.string().regex(new RegExp(`^-?\\d{1,20}(\\.\\d{1,${DECIMALS}})?$`));

/** Dollars in the venue's form with a sign, rounded down: a loss is never made smaller. */
export const signedUsd = signed.transform((text) =>
  text.startsWith('-')
    ? -dividedUp(scaled(text.slice(1)), 10n ** BigInt(DECIMALS - 6))
    : scaled(text) / 10n ** BigInt(DECIMALS - 6),
);

/** The size of a position in the venue's form, with its sign: negative where it is short; in units of 10^-8 of the coin. */
export const signedSize = signed.transform((text) => (text.startsWith('-') ? -scaled(text.slice(1)) : scaled(text)));

/** Returns the size of an order in units of 10^-8 of the coin; undefined when it is invalid. */
export function orderSize(text: string): bigint | undefined {
  const { data } = decimal.safeParse(text);
  return data === undefined ? undefined : scaled(data);
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

function dividedUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
