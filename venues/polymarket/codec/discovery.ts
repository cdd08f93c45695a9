import type { PolymarketMarket } from './markets.js';

/** A market with a date by which it is decided: one without can't be shown. */
export type DatedMarket = PolymarketMarket & { readonly endMs: number };

/** Returns whether a market has such a date. */
export function isDated(market: PolymarketMarket): market is DatedMarket {
  return market.endMs !== undefined;
}

/**
 * Returns whether a market is discovered live (docs/interface.md, market rule 3): active, not closed, not archived, accepting orders, and
 * with an end date strictly later than the server's time.
 */
export function isLive(market: PolymarketMarket, serverTimeMs: number): market is DatedMarket {
  const { isActive, isClosed, isArchived, isAcceptingOrders } = market;
  return isActive && !isClosed && !isArchived && isAcceptingOrders && isDated(market) && market.endMs > serverTimeMs;
}
