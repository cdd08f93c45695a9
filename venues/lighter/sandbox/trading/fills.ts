import { withIsolatedMargin } from '../accounts/isolated.js';
import { absolute, booked, positionOf, smaller } from '../accounts/position.js';
import type { Market } from '../market.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { type Match, type Order } from './order.js';
import { tradeOf } from './wire.js';

/** Returns how much of an order may be filled: one that only reduces is cut to the position that it reduces. */
export function fillable({ store }: ExecutionContext, order: Order): bigint {
  if (!order.isReduceOnly) return order.remaining;
  const account = store.account(order.accountIndex);
  const held = account === undefined ? 0n : positionOf(account, order.marketId).size;
  return held !== 0n && held > 0n === order.isAsk ? smaller(order.remaining, absolute(held)) : 0n;
}

/** Executes a part of an order: changes the account, adds the trade, and returns the order with what is left. */
export function fill(context: ExecutionContext, market: Market, order: Order, match: Match): Order {
  const { store, nowMs } = context;
  const account = store.account(order.accountIndex);
  if (account === undefined) throw new Error(`order ${order.index} is of no account`);
  const { size, price } = match;
  const change = { marketId: order.marketId, size: order.isAsk ? -size : size, price };
  const after = withIsolatedMargin(account, booked(account, change, nowMs), market, nowMs);
  store.saveAccount(after);
  store.orders.addTrade(account.index, tradeOf(market, order, match, { before: account, after, nowMs }));
  const remaining = order.remaining - size;
  const filledMicroUsdc = order.filledMicroUsdc + size * price;
  const status = remaining === 0n ? 'filled' : order.status;
  return { ...order, remaining, filledMicroUsdc, status, changedMs: nowMs };
}

/** Ends an order that may still be filled. */
export function end({ store, nowMs }: ExecutionContext, order: Order, status: string): void {
  store.orders.save({ ...order, status, changedMs: nowMs });
}

/** Ends the orders of an account that could only reduce a position that is gone; those that wait for another order have none yet. */
export function endIdleReductions(context: ExecutionContext, accountIndex: number, marketId: number): void {
  for (const order of context.store.orders.liveOf(accountIndex)) {
    const isReducing = order.marketId === marketId && order.isReduceOnly && order.parentIndex === 0;
    if (isReducing && fillable(context, order) === 0n) end(context, order, 'canceled-reduce-only');
  }
}
