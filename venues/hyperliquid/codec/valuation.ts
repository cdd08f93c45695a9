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
export function orderValue({ isBuy, price, triggerPrice = '0', size }: ValuedOrder, mid: string): bigint | undefined {
  const parsed = z.array(decimal).safeParse([price, triggerPrice, mid, size]);
  if (!parsed.success) return undefined;
  const [limit, trigger, market, lots] = [price, triggerPrice, mid, size].map(scaled) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const highest = [limit, trigger, market].reduce((one, other) => (one > other ? one : other));
  return dividedUp((isBuy ? limit : highest) * lots, 10n ** BigInt(2 * DECIMALS - 6));
}

/** Dollars in the venue's form. */
export const usd = decimal.transform((text) => dividedUp(scaled(text), 10n ** BigInt(DECIMALS - 6)));

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

function dividedUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
