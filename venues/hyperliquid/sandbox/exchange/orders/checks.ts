import { priceDecimals } from '../../decimals.js';
import type { Market } from '../../market.js';
import type { Account } from '../accounts/account.js';
import { orderMargin } from '../accounts/margin.js';
import { type ExchangeContext, marginOf } from '../exchange-context.js';
import { absolute, formatUsdc, larger, notionalOf, share, smaller, USDC } from '../units.js';
import { TAKER_FEE_MILLIONTHS } from './fills.js';
import { bestOpposite, isWithin } from './matching.js';
import { directionOf, firesAbove, type Order } from './order.js';

/** Why an order is refused, and the status it ends with, both in the venue's words. */
export interface Rejection {
  readonly message: string;
  readonly status: string;
}

const MINIMUM_MICRO_USDC = 10n * USDC;

/** Returns the first of the venue's rules that the order breaks at this moment; undefined when it may be placed. */
export function rejectionOf(context: ExchangeContext, market: Market, order: Order): Rejection | undefined {
  const account = context.store.accountOrNew(order.user);
  return (
    priceRejection(context, market, order) ??
    (order.trigger === null ? undefined : triggerRejection(context, order)) ??
    sizeRejection(context, market, account, order) ??
    bookRejection(context, market, order) ??
    marginRejection(context, market, account, order)
  );
}

/** Returns how much of an order may fill: a reduce-only order no more than the position it reduces. */
export function fillableLots(account: Account, order: Pick<Order, 'coin' | 'side' | 'lots' | 'reduceOnly'>): bigint {
  if (!order.reduceOnly) return order.lots;
  const against = -(account.positions[order.coin]?.lots ?? 0n) * directionOf(order);
  return larger(0n, smaller(order.lots, against));
}

/** Returns a rejection when the account can't carry what the order adds, at the price it would trade at. */
export function marginRejection(
  context: ExchangeContext,
  market: Market,
  account: Account,
  order: Order,
): Rejection | undefined {
  if (order.trigger !== null && order.status !== 'triggered') return undefined;
  const price = tradingPrice(context, market, order);
  const needed = orderMargin(account, order, market.perpetual, price);
  if (needed === 0n) return undefined;
  const others = marginOf(context, order.user, order.oid);
  const fee = share(notionalOf(order.lots, price, market.perpetual.szDecimals), TAKER_FEE_MILLIONTHS, 1_000_000n);
  if (needed + fee <= others.availableMicroUsdc + freedMargin(others.positions, account, order)) return undefined;
  return { message: 'Insufficient margin to place order.', status: 'perpMarginRejected' };
}

function priceRejection({ markPrice }: ExchangeContext, { perpetual }: Market, order: Order): Rejection | undefined {
  const prices = order.trigger === null ? [order.limitPriceMicro] : [order.limitPriceMicro, order.trigger.priceMicro];
  if (!prices.every((price) => isOnGrid(price, perpetual.szDecimals)))
    return { message: 'Price must be divisible by tick size.', status: 'tickRejected' };
  const reference = markPrice(order.coin);
  const [price] = prices;
  if (order.trigger === null && price !== undefined && (price * 5n <= reference || price > reference * 5n))
    return {
      message: 'Order price cannot be more than 80% away from the reference price',
      status: 'oracleRejected',
    };
  return undefined;
}

function triggerRejection({ markPrice }: ExchangeContext, order: Order): Rejection | undefined {
  const mark = markPrice(order.coin);
  const triggerPrice = order.trigger?.priceMicro ?? 0n;
  const isDue = firesAbove(order) ? mark >= triggerPrice : mark <= triggerPrice;
  return isDue && order.status !== 'waiting'
    ? { message: 'Invalid TP/SL price.', status: 'badTriggerPxRejected' }
    : undefined;
}

function sizeRejection(
  context: ExchangeContext,
  market: Market,
  account: Account,
  order: Order,
): Rejection | undefined {
  if (order.trigger !== null) return undefined;
  const fillable = fillableLots(account, order);
  if (fillable === 0n) return { message: 'Reduce only order would increase position.', status: 'reduceOnlyRejected' };
  const closesAll = order.reduceOnly && fillable === absolute(account.positions[order.coin]?.lots ?? 0n);
  const value = notionalOf(order.lots, tradingPrice(context, market, order), market.perpetual.szDecimals);
  if (value < MINIMUM_MICRO_USDC && !closesAll)
    return { message: 'Order must have minimum value of $10.', status: 'minTradeNtlRejected' };
  return undefined;
}

function bookRejection({ nowMs }: ExchangeContext, market: Market, order: Order): Rejection | undefined {
  const opposite = bestOpposite(market, nowMs, order.side);
  const crosses = isWithin(order.side, order.limitPriceMicro, opposite);
  if (order.tif === 'Alo' && crosses) {
    const [bid, ask] = [bestOpposite(market, nowMs, 'A'), bestOpposite(market, nowMs, 'B')];
    const bbo = `${formatUsdc(bid)}@${formatUsdc(ask)}`;
    return {
      message: `Post only order would have immediately matched, bbo was ${bbo}.`,
      status: 'badAloPxRejected',
    };
  }
  if (order.tif === 'Ioc' && !crosses)
    return {
      message: 'Order could not immediately match against any resting orders.',
      status: 'iocCancelRejected',
    };
  if (order.tif === 'FrontendMarket' && !crosses)
    return { message: 'No liquidity available for market order.', status: 'marketOrderNoLiquidityRejected' };
  return undefined;
}

/** Returns the book's price for an order that takes from it, the order's own price where it rests. */
function tradingPrice({ nowMs }: ExchangeContext, market: Market, { side, limitPriceMicro }: Order): bigint {
  const opposite = bestOpposite(market, nowMs, side);
  return isWithin(side, limitPriceMicro, opposite) ? opposite : limitPriceMicro;
}

/** Returns the margin that the closed part of a position frees for an order that reverses it. */
function freedMargin(
  positions: readonly { readonly coin: string; readonly marginMicroUsdc: bigint }[],
  account: Account,
  order: Order,
): bigint {
  const held = account.positions[order.coin];
  if (held === undefined || held.lots * directionOf(order) > 0n) return 0n;
  return larger(0n, positions.find(({ coin }) => coin === order.coin)?.marginMicroUsdc ?? 0n);
}

/** Returns whether a price has at most five significant figures and at most `6 - szDecimals` decimals; whole dollars always pass. */
function isOnGrid(priceMicro: bigint, szDecimals: number): boolean {
  if (priceMicro <= 0n) return false;
  if (priceMicro % USDC === 0n) return true;
  const decimals = priceDecimals(Number(priceMicro) / 1e6, szDecimals);
  return priceMicro % 10n ** BigInt(6 - decimals) === 0n;
}
