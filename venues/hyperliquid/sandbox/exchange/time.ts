import type { Candle, Market } from '../market.js';
import { payFunding } from './accounts/funding.js';
import { liquidate } from './accounts/liquidation.js';
import type { ExchangeContext } from './exchange-context.js';
import { fillableLots, marginRejection } from './orders/checks.js';
import { fillOrder } from './orders/fills.js';
import { endIdleReductions, endOrder } from './orders/lifecycle.js';
import { isWithin } from './orders/matching.js';
import { firesAbove, isResting, type Order } from './orders/order.js';
import { runScheduledCancels } from './orders/schedule.js';
import { executeOrder } from './orders/trading.js';
import { runTwaps } from './twap/twaps.js';
import { absolute, priceOf, smaller } from './units.js';

/**
 * Simulates the events from the last check of the markets until now, both at whole seconds: resting orders are filled when the market
 * trades at their price, by at most the traded size; triggers fire; suborders of TWAP orders are sent; funding is paid; accounts short of
 * margin are liquidated.
 */
export function passTime(context: ExchangeContext, fromMs: number, untilMs: number): void {
  runScheduledCancels(context);
  runTwaps(context);
  for (const [coin, orders] of Map.groupBy(context.store.liveOrders(), (order) => order.coin)) {
    const market = context.markets.get(coin);
    const placed = orders.filter(({ placedMs, status }) => placedMs <= fromMs && status !== 'waiting');
    if (market !== undefined && placed.length > 0) meet(context, market, placed, market.seconds(fromMs, untilMs));
  }
  payFunding(context);
  liquidate(context);
}

function meet(context: ExchangeContext, market: Market, orders: readonly Order[], seconds: readonly Candle[]): void {
  const range = rangeOf(market, seconds);
  for (const { oid } of orders) {
    const order = context.store.order(oid);
    if (order === undefined || range === undefined) continue;
    if (isResting(order)) fillResting(context, market, order, range);
    else if (order.status === 'open' && isFired(order, range)) fire(context, market, order);
  }
}

interface Range {
  readonly lowMicro: bigint;
  readonly highMicro: bigint;
  /** The traded size that no order has received yet. */
  lots: bigint;
}

function rangeOf({ perpetual }: Market, seconds: readonly Candle[]): Range | undefined {
  const traded = seconds.filter(({ trades, volume }) => trades > 0 || volume > 0);
  if (traded.length === 0) return undefined;
  const volume = traded.reduce((sum, second) => sum + second.volume, 0);
  return {
    lowMicro: priceOf(Math.min(...traded.map(({ low }) => low))),
    highMicro: priceOf(Math.max(...traded.map(({ high }) => high))),
    lots: BigInt(Math.round(volume * 10 ** perpetual.szDecimals)),
  };
}

function fillResting(context: ExchangeContext, market: Market, order: Order, range: Range): void {
  const reached = isWithin(order.side, order.limitPriceMicro, order.side === 'B' ? range.lowMicro : range.highMicro);
  if (!reached) return;
  const account = context.store.accountOrNew(order.user);
  const lots = smaller(fillableLots(account, order), range.lots);
  if (lots === 0n) return;
  if (marginRejection(context, market, account, order) !== undefined) {
    endOrder(context, order, 'marginCanceled');
    return;
  }
  range.lots -= lots;
  const match = { lots, priceMicro: order.limitPriceMicro };
  const filled = fillOrder(context, market, order, match, { crossed: false });
  if (filled.lots === 0n) endOrder(context, filled, 'filled');
  else context.store.saveOrder(filled);
  endIdleReductions(context, order.user, order.coin);
}

function isFired(order: Order, { lowMicro, highMicro }: Range): boolean {
  const triggerPrice = order.trigger?.priceMicro ?? 0n;
  return firesAbove(order) ? highMicro >= triggerPrice : lowMicro <= triggerPrice;
}

/** Sends the trigger's order to the book: as a market order, or as a limit order that may rest. */
function fire(context: ExchangeContext, market: Market, order: Order): void {
  const held = absolute(context.store.account(order.user)?.positions[order.coin]?.lots ?? 0n);
  const sized = order.ofPosition ? { ...order, lots: held, originalLots: held } : order;
  const fired: Order = { ...sized, status: 'triggered', statusMs: context.nowMs };
  const account = context.store.accountOrNew(order.user);
  if (fillableLots(account, fired) === 0n) endOrder(context, fired, 'reduceOnlyCanceled');
  else if (marginRejection(context, market, account, fired) !== undefined)
    endOrder(context, fired, 'perpMarginRejected');
  else executeOrder(context, market, { ...fired, tif: order.trigger?.isMarket ? 'FrontendMarket' : 'Gtc' });
}
