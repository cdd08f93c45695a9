import { marginOf, orderMargin, unitsOf } from '../accounts/margin.js';
import { smaller } from '../accounts/position.js';
import type { Market } from '../market.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { orderBookOrders } from '../wire.js';
import { end, endIdleReductions, fill, fillable } from './fills.js';
import { isLive, isWithin, type Match, type Order } from './order.js';

const LEVELS_MAX = 250;

/** Returns the other side of the simulated book in exact units, the best price first. */
function levels(market: Market, nowMs: number, isAsk: boolean): Omit<Match, 'isTaken'>[] {
  const { sizeDecimals, priceDecimals } = market.listed;
  const { asks, bids } = orderBookOrders(market, nowMs, LEVELS_MAX);
  return (isAsk ? bids : asks).map(({ price, remaining_base_amount }) => ({
    price: unitsOf(Number(price), priceDecimals),
    size: unitsOf(Number(remaining_base_amount), sizeDecimals),
  }));
}

/** Returns whether an order would take from the book now. */
export function crosses({ nowMs }: ExecutionContext, market: Market, order: Order): boolean {
  const [best] = levels(market, nowMs, order.isAsk);
  return best !== undefined && isWithin(order, best.price);
}

/** Returns whether an account has what an order needs, besides its other orders. */
export function isCovered({ store, markets, nowMs }: ExecutionContext, market: Market, order: Order): boolean {
  const account = store.account(order.accountIndex);
  if (account === undefined) return false;
  const others = store.orders.liveOf(account.index).filter(({ index }) => index !== order.index);
  const needed = orderMargin(account, [order], market);
  return needed === 0n || needed <= marginOf(account, others, markets, nowMs).availableMicroUsdc;
}

/** Executes an order against the book within its limit, then ends it or lets it rest. */
export function take(context: ExecutionContext, market: Market, order: Order): void {
  let current: Order = { ...order, status: 'open' };
  let left = fillable(context, order);
  if (left === 0n) {
    end(context, current, 'canceled-reduce-only');
    return;
  }
  for (const { price, size } of levels(market, context.nowMs, order.isAsk)) {
    if (left === 0n || !isWithin(order, price)) break;
    const taken = smaller(left, size);
    current = fill(context, market, current, { price, size: taken, isTaken: true });
    left -= taken;
  }
  if (!isLive(current)) context.store.orders.save(current);
  else if (order.timeInForce !== 'immediateOrCancel') context.store.orders.save(current);
  else end(context, current, unfilledStatus(order));
  endIdleReductions(context, order.accountIndex, order.marketId);
}

/** Fills a resting order whose price the market has reached, by at most what was traded there. Returns how much. */
export function fillResting(context: ExecutionContext, market: Market, order: Order, traded: bigint): bigint {
  const size = smaller(fillable(context, order), traded);
  if (size === 0n) return 0n;
  if (!isCovered(context, market, order)) {
    end(context, order, 'canceled-margin-not-allowed');
    return 0n;
  }
  context.store.orders.save(fill(context, market, order, { price: order.price, size, isTaken: false }));
  endIdleReductions(context, order.accountIndex, order.marketId);
  return size;
}

function unfilledStatus({ type }: Order): string {
  return type === 'limit' ? 'canceled-not-enough-liquidity' : 'canceled-too-much-slippage';
}
