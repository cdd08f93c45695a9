import { z } from 'zod';
import type { OrderWire } from './actions.js';

/** The value of positions and orders, in micro-USDC, rounded up. */

const DECIMALS = 8;
const decimal = z.string().regex(new RegExp(`^\\d{1,20}(\\.\\d{1,${DECIMALS}})?$`));

/** The part of an order that its value depends on. */
export interface ValuedOrder {
  readonly isBuy: boolean;
  readonly price: string;
  readonly triggerPrice: string | undefined;
  readonly size: string;
}

/** Converts an order of an action. */
export function valuedOrder({ b, p, s, t }: OrderWire): ValuedOrder {
  return { isBuy: b, price: p, size: s, triggerPrice: 'trigger' in t ? t.trigger.triggerPx : undefined };
}

/**
 * Returns the highest value of the position that an order opens, at its opening. A purchase never pays more than its price; a sale gets the
 * market's price where that is higher. Undefined when a number is invalid.
 */
export function orderValue(order: ValuedOrder, mid: string): bigint | undefined {
  const numbers = parsed(order, mid);
  return numbers && valueAt(order.isBuy ? numbers.limit : numbers.highest, numbers.lots);
}

/** Returns the value of an order at the highest of its limit, its trigger and the market's price. Undefined when a number is invalid. */
export function notionalValue(order: ValuedOrder, mid: string): bigint | undefined {
  const numbers = parsed(order, mid);
  return numbers && valueAt(numbers.highest, numbers.lots);
}

/** Dollars in the venue's form. */
export const usd = decimal.transform((text) => dividedUp(scaled(text), 10n ** BigInt(DECIMALS - 6)));

function parsed({ price, triggerPrice = '0', size }: ValuedOrder, mid: string) {
  const numbers = z.tuple([decimal, decimal, decimal, decimal]).safeParse([price, triggerPrice, mid, size]);
  if (!numbers.success) return undefined;
  const [limitText, triggerText, marketText, sizeText] = numbers.data;
  const limit = scaled(limitText);
  const highest = [limit, scaled(triggerText), scaled(marketText)].reduce((one, other) => (one > other ? one : other));
  return { limit, highest, lots: scaled(sizeText) };
}

function valueAt(price: bigint, lots: bigint): bigint {
  return dividedUp(price * lots, 10n ** BigInt(2 * DECIMALS - 6));
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

function dividedUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
