import type { Ticker } from '../../market-data/index.js';
import type { PolymarketMarket } from '../codec/index.js';

/** Prices have at most this many decimals; rounding removes the noise of binary fractions. */
const PRICE_DECIMALS = 6;

/**
 * Returns the tickers of a market's tokens. The venue shows the book of the first outcome; that of the second of two is its mirror: an ask
 * at price p of the one is a bid at 1 − p of the other. The book of a third outcome is unknown.
 */
export function tickersOf(market: PolymarketMarket, atMs: number): [tokenId: string, ticker: Ticker][] {
  const { tokenIds, prices, bestBid, bestAsk, volume24h } = market;
  const books = [
    { bid: bestBid, ask: bestAsk },
    ...(tokenIds.length === 2 ? [{ bid: mirrored(bestAsk), ask: mirrored(bestBid) }] : []),
  ];
  return tokenIds.map((tokenId, index) => {
    const { bid, ask } = books[index] ?? { bid: undefined, ask: undefined };
    const mid = bid === undefined || ask === undefined ? undefined : rounded((bid + ask) / 2);
    const price = prices?.[index];
    const mark = price === undefined ? undefined : Number(price);
    return [tokenId, { mark, mid, bid, ask, volume24h, openInterest: undefined, fundingRate: undefined, atMs }];
  });
}

function mirrored(price: number | undefined): number | undefined {
  return price === undefined ? undefined : rounded(1 - price);
}

function rounded(price: number): number {
  return Number(price.toFixed(PRICE_DECIMALS));
}
