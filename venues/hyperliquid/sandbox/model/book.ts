import { Draws, keyOfName, keyWith } from '../../../simulation/index.js';
import { roundPrice, tickSize } from '../decimals.js';
import type { Market } from '../market.js';

const LEVELS_PER_SIDE = 20;
/** Sizes at a price stay for a while; the prices at the touch follow every second. */
const SIZE_LIFETIME_MS = 5_000;
/** A level at the touch holds this share of an hour's turnover. */
const SHARE_OF_TURNOVER = 0.001;

/** One price of the book. */
export interface BookLevel {
  readonly price: number;
  readonly size: number;
  readonly orders: number;
}

/** Best prices first on both sides. */
export interface Book {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** Between the best single prices, before levels are aggregated. */
  readonly spread: number;
}

/** How levels are aggregated: significant figures, and at five of them steps of 2 or 5. */
export interface Aggregation {
  readonly nSigFigs: 2 | 3 | 4 | 5;
  readonly mantissa?: 2 | 5 | undefined;
}

/** Returns the simulated book around the current price, twenty levels per side; the same for every caller at one instant. */
export function orderBook(market: Market, atMs: number, aggregation?: Aggregation): Book {
  const { coin, szDecimals, hourlyTurnoverUsd } = market.perpetual;
  const price = market.priceAt(atMs);
  const tick = tickSize(price, szDecimals);
  const step = aggregation === undefined ? tick : Math.max(tick, stepOf(aggregation, price));
  const bestBid = Math.floor(price / tick) * tick;
  const sizeKey = keyWith(keyWith(keyOfName(0, `book of ${coin}`), step / tick), Math.floor(atMs / SIZE_LIFETIME_MS));
  const level = (levelPrice: number, distance: number): BookLevel => {
    const draws = new Draws(keyWith(sizeKey, Math.round(levelPrice / step)));
    const depthUsd = hourlyTurnoverUsd * SHARE_OF_TURNOVER * (1 + 0.15 * distance) * (step / tick) ** 0.8;
    const lots = Math.ceil((depthUsd / price) * Math.exp(0.9 * draws.normal()) * 10 ** szDecimals);
    return {
      price: roundPrice(levelPrice, szDecimals),
      size: lots / 10 ** szDecimals,
      orders: 1 + Math.floor(draws.uniform() * 6 * (step / tick) ** 0.5),
    };
  };
  const firstBid = Math.floor(bestBid / step + 1e-9);
  const firstAsk = Math.ceil((bestBid + tick) / step - 1e-9);
  const distances = Array.from({ length: LEVELS_PER_SIDE }, (_, distance) => distance);
  return {
    spread: tick,
    bids: distances
      .filter((distance) => firstBid > distance)
      .map((distance) => level((firstBid - distance) * step, distance)),
    asks: distances.map((distance) => level((firstAsk + distance) * step, distance)),
  };
}

/** Returns the middle between the best prices. */
export function midPrice(market: Market, atMs: number): number {
  const { szDecimals } = market.perpetual;
  const price = market.priceAt(atMs);
  const tick = tickSize(price, szDecimals);
  return (Math.floor(price / tick) + 0.5) * tick;
}

function stepOf({ nSigFigs, mantissa }: Aggregation, price: number): number {
  return Number(`1e${Math.floor(Math.log10(price)) - nSigFigs + 1}`) * (mantissa ?? 1);
}
