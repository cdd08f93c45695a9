import type { Market } from '../../market.js';
import { orderBook } from '../../model/book.js';
import { priceOf, smaller } from '../units.js';
import type { Order } from './order.js';

/** A part of an order executed at one price. */
export interface Match {
  readonly lots: bigint;
  readonly priceMicro: bigint;
}

/** One level of the book in exact units. */
interface Level {
  readonly lots: bigint;
  readonly priceMicro: bigint;
}

/** Returns what an order takes from the simulated book at the instant, best price first, within its limit. */
export function takeFromBook(
  market: Market,
  atMs: number,
  { side, lots, limitPriceMicro }: Pick<Order, 'side' | 'lots' | 'limitPriceMicro'>,
): Match[] {
  const matches: Match[] = [];
  let remaining = lots;
  for (const level of oppositeSide(market, atMs, side)) {
    if (remaining === 0n || !isWithin(side, limitPriceMicro, level.priceMicro)) break;
    const taken = smaller(remaining, level.lots);
    matches.push({ lots: taken, priceMicro: level.priceMicro });
    remaining -= taken;
  }
  return matches;
}

/** Returns the best price an order of the side would trade at. */
export function bestOpposite(market: Market, atMs: number, side: 'A' | 'B'): bigint {
  return oppositeSide(market, atMs, side)[0]?.priceMicro ?? 0n;
}

/** Returns whether the limit allows a trade at the price. */
export function isWithin(side: 'A' | 'B', limitPriceMicro: bigint, priceMicro: bigint): boolean {
  return side === 'B' ? priceMicro <= limitPriceMicro : priceMicro >= limitPriceMicro;
}

function oppositeSide(market: Market, atMs: number, side: 'A' | 'B'): Level[] {
  const { bids, asks } = orderBook(market, atMs);
  return (side === 'B' ? asks : bids).map(({ price, size }) => ({
    priceMicro: priceOf(price),
    lots: BigInt(Math.round(size * 10 ** market.perpetual.szDecimals)),
  }));
}
