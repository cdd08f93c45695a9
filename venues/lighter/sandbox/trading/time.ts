import { unitsOf } from '../accounts/margin.js';
import type { Candle, Market } from '../market.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { endAll, schedule } from './account-actions.js';
import { end } from './fills.js';
import { settleFundings } from './funding.js';
import { settleGroups } from './groups.js';
import { liquidate } from './liquidation.js';
import { fillResting, isCovered, take } from './matching.js';
import { isLive, isWaiting, isWithin, type Order } from './order.js';
import { placeParts } from './twap.js';

/** The prices that a market has traded at, and the traded size that no order has received yet. */
interface Range {
  readonly low: bigint;
  readonly high: bigint;
  left: bigint;
}

/**
 * Simulates what happened from the last look at the markets until now: scheduled cancels and expiries; resting orders are filled when the market
 * trades at their price, by at most the traded size; triggers fire; TWAP orders place their parts;
 * positions pay funding and are liquidated.
 */
export function passTime(context: ExecutionContext, fromMs: number): void {
  const { store, markets, nowMs } = context;
  for (const { index, cancelAllMs } of store.accounts())
    if (cancelAllMs > 0 && cancelAllMs <= nowMs) {
      endAll(context, index);
      schedule(context, index, 0);
    }
  for (const order of store.orders.live()) if (order.expiresMs <= nowMs) end(context, order, 'canceled-expired');
  placeParts(context);
  const placed = store.orders.live().filter(({ type, changedMs }) => type !== 'twap' && changedMs <= fromMs);
  for (const [id, orders] of Map.groupBy(placed, ({ marketId }) => marketId)) {
    const market = markets.get(id);
    const range = market && rangeOf(market, market.trades(fromMs, nowMs));
    if (market !== undefined && range !== undefined) meet(context, market, orders, range);
  }
  settleGroups(context);
  settleFundings(context, fromMs);
  liquidate(context);
}

function meet(context: ExecutionContext, market: Market, orders: readonly Order[], range: Range): void {
  for (const { accountIndex, marketId, index } of orders) {
    const order = context.store.orders.find(accountIndex, marketId, BigInt(index));
    if (order === undefined || !isLive(order)) continue;
    if (isWaiting(order)) {
      if (order.parentIndex === 0 && isFired(order, range)) fire(context, market, order);
    } else if (isWithin(order, order.isAsk ? range.high : range.low))
      range.left -= fillResting(context, market, order, range.left);
  }
}

function rangeOf(market: Market, seconds: readonly Candle[]): Range | undefined {
  const { priceDecimals, sizeDecimals } = market.listed;
  if (seconds.length === 0) return undefined;
  return {
    low: unitsOf(Math.min(...seconds.map(({ low }) => low)), priceDecimals),
    high: unitsOf(Math.max(...seconds.map(({ high }) => high)), priceDecimals),
    left: seconds.reduce((sum, { volume }) => sum + unitsOf(volume, sizeDecimals), 0n),
  };
}

/** A stop of a long position, which sells, fires below its price; what takes its profit fires above. A short one is the other way around. */
function isFired({ type, isAsk, triggerPrice }: Order, { low, high }: Range): boolean {
  const isStop = type === 'stopLoss' || type === 'stopLossLimit';
  return isStop === isAsk ? low <= triggerPrice : high >= triggerPrice;
}

/** Sends a trigger's order to the book. */
function fire(context: ExecutionContext, market: Market, order: Order): void {
  const fired = { ...order, triggerPrice: 0n };
  if (isCovered(context, market, fired)) take(context, market, fired);
  else end(context, fired, 'canceled-margin-not-allowed');
}
