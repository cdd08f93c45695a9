import type { Hex } from 'viem';
import type { Market } from '../../model/market.js';
import { clobError } from '../../refusal.js';
import { decimal, MICRO, microOf } from '../units.js';
import type { Order } from './order.js';
import type { Envelope } from './wire.js';

/** Decimals of what an order pays or gets beside its shares, by tick, as the official client rounds. */
const DECIMALS: Readonly<Record<string, number>> = {
  '0.1': 3,
  '0.01': 4,
  '0.005': 5,
  '0.0025': 6,
  '0.001': 5,
  '0.0001': 6,
};
/** Sizes have two decimals. */
const SIZE_UNIT = 10_000n;

/** Returns whether an order is filled at once or not at all. */
export function isMarketOrder(orderType: Order['orderType']): boolean {
  return orderType === 'FOK' || orderType === 'FAK';
}

/** Returns the price and the size of an order by its two amounts. Throws `Refusal`. */
export function termsOf(
  { order, orderType }: Envelope,
  { tickSize }: Market,
  id: Hex,
): Pick<Order, 'priceMicro' | 'sharesMicro' | 'budgetMicro'> {
  const { side, makerAmount, takerAmount } = order;
  if (makerAmount === 0n || takerAmount === 0n) throw clobError(400, 'Invalid order payload');
  const isMarketBuy = side === 'BUY' && isMarketOrder(orderType);
  const [cost, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  const decimals = DECIMALS[String(tickSize)] ?? 4;
  const unit = 10n ** BigInt(6 - decimals);
  const [inSizes, inUnits] = isMarketBuy ? [cost, shares] : [shares, cost];
  if (inSizes % SIZE_UNIT !== 0n || inUnits % unit !== 0n) throw inaccurate(side, isMarketBuy, decimals);
  const tick = microOf(tickSize);
  const priceMicro = ((cost * MICRO + (shares * tick) / 2n) / (shares * tick)) * tick;
  const isOnTick =
    priceMicro >= tick &&
    priceMicro <= MICRO - tick &&
    (isMarketBuy
      ? isNear(shares, (cost * MICRO) / priceMicro, unit)
      : isNear(cost, (shares * priceMicro) / MICRO, unit));
  if (!isOnTick)
    throw clobError(
      400,
      `order ${id} is invalid. Price (${Number(cost) / Number(shares)}) breaks minimum tick size rule: ${tickSize}`,
    );
  return { priceMicro, sharesMicro: shares, budgetMicro: isMarketBuy ? cost : null };
}

function isNear(given: bigint, right: bigint, unit: bigint): boolean {
  const apart = given > right ? given - right : right - given;
  return apart <= unit;
}

function inaccurate(side: Order['side'], isMarketBuy: boolean, decimals: number) {
  const [kind, maker, taker] = isMarketBuy
    ? ['market buy', 2, decimals]
    : side === 'BUY'
      ? ['buy', decimals, 2]
      : ['sell', 2, decimals];
  return clobError(
    400,
    `invalid amounts, the ${kind} orders maker amount supports a max accuracy of ${maker} decimals, taker amount a max of ${taker} decimals`,
  );
}

/** The least that an order to buy spends at once. */
const LEAST_SPENT_MICRO = MICRO;

/** Refuses an order that is too small: one that is filled at once buys for a unit of collateral, one that rests has the market's minimum. Throws `Refusal`. */
export function refuseSmall(
  order: Pick<Order, 'id' | 'side' | 'sharesMicro' | 'orderType'>,
  costMicro: bigint,
  isMarketable: boolean,
  { minimumSize }: Market,
): void {
  if (isMarketable || isMarketOrder(order.orderType)) {
    if (order.side === 'BUY' && costMicro < LEAST_SPENT_MICRO)
      throw clobError(400, `invalid amount for a marketable BUY order ($${decimal(costMicro)}), min size: $1`);
    return;
  }
  if (order.sharesMicro < microOf(minimumSize))
    throw clobError(
      400,
      `order ${order.id} is invalid. Size (${decimal(order.sharesMicro)}) lower than the minimum: ${minimumSize}`,
    );
}
