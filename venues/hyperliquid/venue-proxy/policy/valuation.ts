import { z } from 'zod';
import type { OrderWire } from '../../codec/index.js';

/** What positions and orders are worth, in micro-USDC, rounded up. */

const DECIMALS = 8;
const decimal = z.string().regex(new RegExp(`^\\d{1,20}(\\.\\d{1,${DECIMALS}})?$`));

/** An order as far as its worth goes. */
export interface ValuedOrder {
  readonly isBuy: boolean;
  readonly price: string;
  readonly triggerPrice: string | undefined;
  readonly size: string;
}

/** An order of an action. */
export function valuedOrder({ b, p, s, t }: OrderWire): ValuedOrder {
  return { isBuy: b, price: p, size: s, triggerPrice: 'trigger' in t ? t.trigger.triggerPx : undefined };
}

/**
 * The most that the position which an order opens is worth when it opens. A purchase never pays more than its price; a sale
 * gets the market's where that is higher. Undefined when a number is not one.
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

/** Dollars written as the venue does. */
export const usd = decimal.transform((text) => dividedUp(scaled(text), 10n ** BigInt(DECIMALS - 6)));

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

function dividedUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor - 1n) / divisor;
}
