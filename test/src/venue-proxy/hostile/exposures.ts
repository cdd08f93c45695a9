import type { TestVenue } from '@platform/venues/hyperliquid/sandbox/testing';
import { z } from 'zod';

const MICRO = 1e6;
const ALL = 1_000_000;
const fillSchema = z.object({
  coin: z.string(),
  oid: z.int(),
  time: z.int(),
  sz: z.string(),
  startPosition: z.string(),
  side: z.enum(['A', 'B']),
});
type Fill = z.output<typeof fillSchema>;
type Order = ReturnType<TestVenue['exchange']['store']['latestOrdersOf']>[number];

/** What an account had at the venue at one moment, in USD of margin. */
export interface ExposureAt {
  readonly atMs: number;
  readonly marginUsd: number;
}

/** All orders of a user that the venue ever recorded, refused ones included, and all fills, oldest first. */
export function recordsOf({ exchange }: TestVenue, user: string): { orders: readonly Order[]; fills: readonly Fill[] } {
  const { store } = exchange;
  const fills = store.latestEvents('fill', user, ALL).map(({ document }) => fillSchema.parse(document));
  return { orders: store.latestOrdersOf(user, ALL), fills: fills.toReversed() };
}

/**
 * Returns the margin of positions and of all orders that could open one, at each moment that changed either: by the venue's own records and
 * prices, at the highest of limit, trigger and market.
 */
export function exposuresOf(venue: TestVenue, user: string, coins: readonly string[], leverage: number): ExposureAt[] {
  const { orders, fills } = recordsOf(venue, user);
  const moments = [
    ...orders.flatMap(({ placedMs, statusMs }) => [placedMs, statusMs]),
    ...fills.map(({ time }) => time),
  ];
  return [...new Set(moments)].map((atMs) => {
    const worths = coins.map((coin) => {
      const price = venue.markets.get(coin)?.priceAt(atMs) ?? Number.NaN;
      const opening = orders.filter((order) => order.coin === coin && !order.reduceOnly && isOpenAt(order, atMs));
      const resting = opening.map((order) => leftAt(order, fills, atMs, venue) * highestOf(order, price));
      return Math.abs(positionAt(fills, coin, atMs)) * price + resting.reduce((sum, worth) => sum + worth, 0);
    });
    return { atMs, marginUsd: worths.reduce((sum, worth) => sum + worth, 0) / leverage };
  });
}

function isOpenAt({ placedMs, statusMs, status }: Order, atMs: number): boolean {
  const isLive = status === 'open' || status === 'waiting' || status === 'triggered';
  return placedMs <= atMs && (isLive || atMs < statusMs);
}

function leftAt(
  { oid, coin, originalLots }: Order,
  fills: readonly Fill[],
  atMs: number,
  { markets }: TestVenue,
): number {
  const lot = 10 ** -(markets.get(coin)?.perpetual.szDecimals ?? 0);
  const filled = fills.filter((fill) => fill.oid === oid && fill.time <= atMs);
  return Math.max(0, Number(originalLots) * lot - filled.reduce((sum, { sz }) => sum + Number(sz), 0));
}

function positionAt(fills: readonly Fill[], coin: string, atMs: number): number {
  const last = fills.findLast((fill) => fill.coin === coin && fill.time <= atMs);
  return last === undefined ? 0 : Number(last.startPosition) + Number(last.sz) * (last.side === 'B' ? 1 : -1);
}

function highestOf({ limitPriceMicro, trigger }: Order, price: number): number {
  return Math.max(price, Number(limitPriceMicro) / MICRO, Number(trigger?.priceMicro ?? 0n) / MICRO);
}
