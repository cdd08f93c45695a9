import { createHash } from 'node:crypto';
import type { JsonObject } from '@platform/kit/json';
import { z } from 'zod';
import { ordersOf, type TradingAction } from './actions.js';

const BITS = 48n;
const HEX_DIGITS = 16;

const group = z.looseObject({ orders: z.array(z.looseObject({})) });

/**
 * Returns an action as the caller wrote it, with a client's number on every order that has none, by which its outcome is found: the same
 * ones for the same execution.
 */
export function identifiedAction(input: JsonObject, action: TradingAction, executionId: string): JsonObject {
  const numbers = ordersOf(action).map(
    ({ clientOrderIndex }, place) => clientOrderIndex || clientOrderIndexOf(executionId, place),
  );
  if (action.kind === 'createOrder') return { ...input, client_order_index: numbers[0] ?? 0 };
  if (action.kind !== 'createGroupedOrders') return input;
  const orders = group.parse(input).orders.map((order, place) => ({ ...order, ClientOrderIndex: numbers[place] ?? 0 }));
  return { ...input, orders };
}

/** Returns a number from 1 to 2^48 - 1, which no other order of an account has but by a chance of one in 10^14. */
function clientOrderIndexOf(executionId: string, place: number): number {
  const digest = createHash('sha256').update(`${executionId}:${place}`).digest('hex').slice(0, HEX_DIGITS);
  return Number((BigInt(`0x${digest}`) % (2n ** BITS - 1n)) + 1n);
}
