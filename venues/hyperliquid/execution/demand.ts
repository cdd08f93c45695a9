import type { ActionDemand, KnownMarkets } from '../../native-actions/index.js';
import { type OrderWire, orderValue, type TradingAction, valuedOrder } from '../codec/index.js';

/** Returns the orders that an action places. */
export function ordersOf(action: TradingAction): readonly OrderWire[] {
  if ('orders' in action) return action.orders;
  if ('modifies' in action) return action.modifies.map(({ order }) => order);
  return 'order' in action ? [action.order] : [];
}

/** Returns the numbers of the markets that an action concerns, as texts, each once; none where it concerns all of the account's orders. */
export function marketsOf(action: TradingAction): string[] {
  return [...new Set(assetsOf(action).map(String))];
}

/** Returns what an action would do at most. A replacement counts in full, since the order that it replaces may have filled before. */
export function demandOf(action: TradingAction, markets: KnownMarkets): ActionDemand {
  const opening = ordersOf(action).filter(({ r }) => !r);
  const factsOf = (asset: number) => markets.get(String(asset));
  return {
    symbols:
      action.type === 'scheduleCancel'
        ? 'all'
        : marketsOf(action).map((name) => markets.get(name)?.symbol ?? `market ${name}`),
    ordersMicroUsdc: opening.map((order) => worthOf(order, factsOf(order.a)?.midPrice)),
    leverages: 'leverage' in action ? [action.leverage] : opening.map(({ a }) => factsOf(a)?.leverage),
    reduces: opening.length === 0 && !('leverage' in action) && !withdrawsMargin(action),
  };
}

function assetsOf(action: TradingAction): readonly number[] {
  if ('cancels' in action) return action.cancels.map((cancel) => ('a' in cancel ? cancel.a : cancel.asset));
  return 'asset' in action ? [action.asset] : ordersOf(action).map(({ a }) => a);
}

/** A position with less margin has a higher leverage. */
function withdrawsMargin(action: TradingAction): boolean {
  return 'ntli' in action && action.ntli < 0;
}

function worthOf(order: OrderWire, midPrice: string | undefined): bigint | undefined {
  return midPrice === undefined ? undefined : orderValue(valuedOrder(order), midPrice);
}
