import type { Order, Transaction } from '../../transactions/index.js';
import { markPrice } from '../accounts/margin.js';
import { MIN_QUOTE_MICRO_USDC, smallestSizeOf } from '../listings.js';
import type { Market } from '../market.js';
import { invalidParam } from '../refusal.js';

const FIVE_MINUTES_MS = 5 * 60_000;
const FIFTEEN_MINUTES_MS = 15 * 60_000;
const THIRTY_DAYS_MS = 30 * 86_400_000;
/** The index that selects all markets. */
const ALL_MARKETS = 255;

/** Refuses what the API refuses by itself, before the sequencer has seen it. */
export function checkTransaction(transaction: Transaction, markets: ReadonlyMap<number, Market>, nowMs: number): void {
  switch (transaction.kind) {
    case 'createOrder':
      checkOrder(transaction.order, markets, nowMs);
      break;
    case 'createGroupedOrders':
      if (transaction.orders.some(({ type }) => type === 'twap')) throw invalidParam('Type');
      for (const [place, order] of transaction.orders.entries())
        checkOrder(order, markets, nowMs, place > 0 && transaction.grouping !== 'oneCancelsTheOther');
      break;
    case 'cancelOrder':
    case 'modifyOrder':
      tradedMarket(markets, transaction.marketIndex, nowMs);
      break;
    case 'updateLeverage':
      tradedMarket(markets, transaction.marketIndex, nowMs);
      break;
    case 'updateMargin':
      tradedMarket(markets, transaction.marketIndex, nowMs);
      if (transaction.amount === 0n) throw invalidParam('USDCAmount');
      break;
    case 'cancelAllOrders':
      checkTime(transaction, nowMs);
      if ((transaction.attributes.cancelAllMarketIndex ?? ALL_MARKETS) !== ALL_MARKETS)
        throw invalidParam('cancelAllMarketIndex');
      break;
    default:
  }
}

/** What waits for another order has its size of that one. */
function checkOrder(order: Order, markets: ReadonlyMap<number, Market>, nowMs: number, isChild = false): void {
  const market = tradedMarket(markets, order.marketIndex, nowMs);
  const isSmall =
    order.baseAmount < smallestSizeOf(market.listed) ||
    order.baseAmount * worthPrice(order, market, nowMs) < Number(MIN_QUOTE_MICRO_USDC);
  if (isChild ? order.baseAmount > 0 : isSmall && !order.isReduceOnly) throw invalidParam('BaseAmount');
  if (order.type === 'twap' && order.timeInForce !== 'goodTillTime') throw invalidParam('TimeInForce');
  if (hasTrigger(order) !== order.triggerPrice > 0) throw invalidParam('TriggerPrice');
  checkExpiry(order, nowMs);
}

/** The price of what takes is the worst that it allows, which says nothing of its worth. */
function worthPrice({ price, timeInForce }: Order, market: Market, nowMs: number): number {
  return timeInForce === 'immediateOrCancel' ? Number(markPrice(market, nowMs)) : price;
}

/** What does not rest has no expiry; what rests ends within the bounds of the venue. */
function checkExpiry({ type, timeInForce, orderExpiry }: Order, nowMs: number): void {
  const endsAtOnce = type === 'market' || (type === 'limit' && timeInForce === 'immediateOrCancel');
  const leftMs = Number(orderExpiry) - nowMs;
  const isWithin = leftMs >= FIVE_MINUTES_MS && leftMs <= THIRTY_DAYS_MS;
  if (endsAtOnce ? orderExpiry !== 0n : !isWithin) throw invalidParam('OrderExpiry');
}

function checkTime({ timing, time }: Extract<Transaction, { kind: 'cancelAllOrders' }>, nowMs: number): void {
  const leftMs = Number(time) - nowMs;
  const isWithin = leftMs >= FIVE_MINUTES_MS && leftMs <= FIFTEEN_MINUTES_MS;
  if (timing === 'scheduled' ? !isWithin : time !== 0n) throw invalidParam('Time');
}

function hasTrigger({ type }: Order): boolean {
  return type !== 'limit' && type !== 'market' && type !== 'twap';
}

/** Only perpetuals that trade are. */
function tradedMarket(markets: ReadonlyMap<number, Market>, id: number, nowMs: number): Market {
  const market = markets.get(id);
  const isTraded = market?.listed.type === 'perp' && (market.listed.inactiveSinceMs ?? Infinity) > nowMs;
  if (market === undefined || !isTraded) throw invalidParam('MarketIndex');
  return market;
}
