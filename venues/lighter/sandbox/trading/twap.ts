import { smaller } from '../accounts/position.js';
import { smallestSizeOf } from '../listings.js';
import type { Market } from '../market.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { end, fillable } from './fills.js';
import { isCovered, take } from './matching.js';
import { isLive, type Order } from './order.js';

/**
 * TWAP orders: parts at equal intervals until the expiry, each an order of its own that takes at once within the price of the whole. What a part
 * is placed with leaves the whole, filled or not. Source: `internal_create_order.rs` of github.com/elliottech/lighter-prover; the interval is
 * not in it.
 */

const PART_MS = 30_000;

/** Takes a TWAP order, and places its first part. */
export function startTwap(context: ExecutionContext, market: Market, order: Order): void {
  const { store, nowMs } = context;
  const waiting = { ...order, status: 'pending', nextPartMs: nowMs };
  store.orders.save(waiting);
  placePart(context, market, waiting);
}

/** Places the parts that are due. */
export function placeParts(context: ExecutionContext): void {
  const { store, markets, nowMs } = context;
  for (const { type, nextPartMs, accountIndex, marketId, index } of store.orders.live()) {
    if (type !== 'twap' || nextPartMs > nowMs) continue;
    const market = markets.get(marketId);
    // Another part may have ended it meanwhile.
    const order = store.orders.find(accountIndex, marketId, BigInt(index));
    if (market !== undefined && order !== undefined && isLive(order)) placePart(context, market, order);
  }
}

function placePart(context: ExecutionContext, market: Market, order: Order): void {
  const { store } = context;
  if (fillable(context, order) === 0n) {
    end(context, order, 'canceled-reduce-only');
    return;
  }
  const part = partOf(context, market, order);
  if (isCovered(context, market, part)) take(context, market, part);
  else end(context, part, 'canceled-margin-not-allowed');
  const placed = store.orders.find(order.accountIndex, order.marketId, BigInt(part.index)) ?? part;
  const after = store.orders.find(order.accountIndex, order.marketId, BigInt(order.index)) ?? order;
  store.orders.save(withPart(after, placed, context.nowMs));
}

/** Returns the part that is due now: an equal share of what is left, and at least what the market takes. */
function partOf({ store, nowMs }: ExecutionContext, market: Market, order: Order): Order {
  const left = BigInt(Math.max(1, Math.ceil((order.expiresMs - nowMs) / PART_MS)));
  const least = BigInt(smallestSizeOf(market.listed));
  const share = (order.remaining + left - 1n) / left;
  const size = smaller(order.remaining, share < least ? least : share);
  return {
    ...order,
    ...{ index: store.orders.nextIndex(), clientIndex: 0, parentIndex: order.index, nextPartMs: 0, expiresMs: 0 },
    ...{ type: 'twapSub', timeInForce: 'immediateOrCancel', status: 'open', size, remaining: size },
    ...{ filledMicroUsdc: 0n, unfilled: 0n, createdMs: nowMs, changedMs: nowMs },
  };
}

/** Returns a TWAP order after one of its parts, which has ended. */
function withPart(order: Order, part: Order, nowMs: number): Order {
  const remaining = order.remaining - part.size;
  const unfilled = order.unfilled + part.remaining;
  // It stops where its time is over or something has ended it; what no part was filled with is lost.
  const ended = unfilled === 0n ? 'filled' : 'canceled-expired';
  return {
    ...order,
    ...{ remaining, unfilled, filledMicroUsdc: order.filledMicroUsdc + part.filledMicroUsdc, changedMs: nowMs },
    status: isLive(order) && remaining === 0n ? ended : order.status,
    nextPartMs: nowMs + PART_MS - ((nowMs - order.createdMs) % PART_MS),
  };
}
