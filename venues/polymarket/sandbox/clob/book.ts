import { createHash } from 'node:crypto';
import type { Market } from '../model/market.js';
import { clobError } from '../refusal.js';
import { type Depth, depthOf, type Offer } from '../trading/matching/depth.js';
import { decimal } from '../trading/units.js';
import type { Venue } from '../venue.js';

/** A traded token: its market, its best prices and all offers. */
export interface Quote {
  readonly tokenId: string;
  readonly market: Market;
  /** 0 where nobody buys. */
  readonly bid: number;
  /** 1 where nobody sells. */
  readonly ask: number;
  readonly depth: Depth;
}

/** Returns the quote of a token. Throws `Refusal` where there is no book: for unknown tokens and closed markets. */
export function quoteOf(tokenId: string, venue: Venue): Quote {
  const depth = depthOf(tokenId, venue);
  if (depth === undefined) throw clobError(404, 'No orderbook exists for the requested token id');
  const [bid, ask] = [depth.bids[0], depth.asks[0]];
  return { tokenId, market: depth.market, bid: priceOf(bid, 0), ask: priceOf(ask, 1), depth };
}

/** Returns the middle between bid and ask. */
export function middleOf({ bid, ask }: Quote): number {
  return exact((bid + ask) / 2);
}

/** Returns a price without the noise of binary fractions. */
export function exact(price: number): number {
  return Number(price.toFixed(6));
}

/** Returns the whole book: the best prices are last on both sides, as at the venue. */
export function bookOf(quote: Quote, nowMs: number): object {
  const { market, tokenId, bid, depth } = quote;
  const book = {
    market: market.conditionId,
    asset_id: tokenId,
    timestamp: String(nowMs),
    hash: '',
    bids: shown(depth.bids),
    asks: shown(depth.asks),
    min_order_size: String(market.minimumSize),
    tick_size: String(market.tickSize),
    neg_risk: market.event.negRisk,
    last_trade_price: String(bid),
  };
  return { ...book, hash: createHash('sha1').update(JSON.stringify(book)).digest('hex') };
}

/** Returns the sizes by price, the best price last. */
function shown(offers: readonly Offer[]): { price: string; size: string }[] {
  const sizes = new Map<bigint, bigint>();
  for (const { priceMicro, sharesMicro } of offers) sizes.set(priceMicro, (sizes.get(priceMicro) ?? 0n) + sharesMicro);
  return [...sizes].map(([price, size]) => ({ price: decimal(price), size: decimal(size) })).reverse();
}

function priceOf(offer: Offer | undefined, without: number): number {
  return offer === undefined ? without : Number(offer.priceMicro) / 1e6;
}
