import type { ExchangeContext } from '../exchange/exchange-context.js';
import { firesAbove, type Order } from '../exchange/orders/order.js';
import { formatDecimal, formatUsdc } from '../exchange/units.js';
import type { Market } from '../market.js';

/** The venue's forms of orders. */

/** Formats an order as in `openOrders`. */
export function openOrder(markets: ReadonlyMap<string, Market>, order: Order) {
  const size = (lots: bigint) => sizeText(markets, order, lots);
  return {
    coin: order.coin,
    side: order.side,
    limitPx: formatUsdc(order.limitPriceMicro),
    sz: size(order.lots),
    oid: order.oid,
    timestamp: order.placedMs,
    origSz: size(order.originalLots),
    ...(order.reduceOnly ? { reduceOnly: true } : {}),
    ...(order.cloid === null ? {} : { cloid: order.cloid }),
  };
}

/** Formats an order in full, as in `frontendOpenOrders`, `historicalOrders` and `orderStatus`. */
function detailedOrder(markets: ReadonlyMap<string, Market>, order: Order, children: readonly Order[]) {
  const { trigger } = order;
  return {
    coin: order.coin,
    side: order.side,
    limitPx: formatUsdc(order.limitPriceMicro),
    sz: sizeText(markets, order, order.lots),
    oid: order.oid,
    timestamp: order.placedMs,
    triggerCondition:
      trigger === null ? 'N/A' : `Price ${firesAbove(order) ? 'above' : 'below'} ${shortPrice(trigger.priceMicro)}`,
    isTrigger: trigger !== null,
    triggerPx: formatUsdc(trigger?.priceMicro ?? 0n),
    children: children.map((child): object => detailedOrder(markets, child, [])),
    isPositionTpsl: order.ofPosition,
    reduceOnly: order.reduceOnly,
    orderType: typeName(order),
    origSz: sizeText(markets, order, order.originalLots),
    tif: order.tif,
    cloid: order.cloid,
  };
}

/** Returns a user's open orders with those that wait for their fill, as in `frontendOpenOrders`. */
export function openOrders({ store, markets }: Pick<ExchangeContext, 'store' | 'markets'>, user: string) {
  const orders = store.liveOrdersOf(user);
  const childrenOf = (oid: number) =>
    orders.filter(({ parentOid, status }) => parentOid === oid && status === 'waiting');
  return orders
    .filter(({ status }) => status !== 'waiting')
    .map((order) => detailedOrder(markets, order, childrenOf(order.oid)));
}

/** Formats an order with its status, as in `historicalOrders`. */
export function orderWithStatus(markets: ReadonlyMap<string, Market>, order: Order) {
  return {
    order: detailedOrder(markets, order, []),
    status: statusOf(order),
    statusTimestamp: order.statusMs,
  };
}

/** Formats a change of an order as in the channel `orderUpdates`. */
export function orderUpdate(markets: ReadonlyMap<string, Market>, order: Order) {
  const { reduceOnly: _, ...basic } = openOrder(markets, order);
  return { order: basic, status: statusOf(order), statusTimestamp: order.statusMs };
}

/** Returns the displayed status: orders that wait for their parent are shown as open. */
function statusOf({ status }: Order): string {
  return status === 'waiting' ? 'open' : status;
}

function typeName({ trigger, tif }: Order): string {
  if (trigger === null) return tif === 'FrontendMarket' || tif === 'LiquidationMarket' ? 'Market' : 'Limit';
  return `${trigger.tpsl === 'tp' ? 'Take Profit' : 'Stop'} ${trigger.isMarket ? 'Market' : 'Limit'}`;
}

function sizeText(markets: ReadonlyMap<string, Market>, { coin }: Order, lots: bigint): string {
  return formatDecimal(lots, markets.get(coin)?.perpetual.szDecimals ?? 0);
}

function shortPrice(priceMicro: bigint): string {
  return formatUsdc(priceMicro).replace(/\.0$/, '');
}
