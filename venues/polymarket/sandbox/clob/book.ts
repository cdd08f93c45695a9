import { createHash } from 'node:crypto';
import { Draws, keyOfName } from '../../../simulation/index.js';
import type { Market } from '../model/market.js';
import { clobError } from '../refusal.js';
import type { Universe } from '../universe.js';

const LEVELS = 8;

/** A traded token: its market, and its best prices. */
export interface Quote {
  readonly tokenId: string;
  readonly market: Market;
  readonly bid: number;
  readonly ask: number;
}

/** Returns the quote of a token. Throws `Refusal` where there is no book: for unknown tokens and closed markets. */
export function quoteOf(tokenId: string, universe: Universe): Quote {
  const found = universe.token(tokenId);
  if (found === undefined || universe.standingOf(found.market).closed)
    throw clobError(404, 'No orderbook exists for the requested token id');
  const { market, outcome } = found;
  const { tickSize } = market;
  const halfTicks = Math.round(((universe.pricesOf(market)[outcome] ?? 0) / tickSize) * 2);
  const highest = Math.round(1 / tickSize) - 1;
  // A middle between ticks has a tick of spread; one on a tick has two, or less at the ends.
  const bid = Math.max(1, Math.ceil(halfTicks / 2) - 1);
  const ask = Math.min(highest, Math.floor(halfTicks / 2) + 1);
  return { tokenId, market, bid: exact(bid * tickSize), ask: exact(ask * tickSize) };
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
export function bookOf(quote: Quote, universe: Universe): object {
  const { market, tokenId, bid, ask } = quote;
  const { tickSize } = market;
  const book = {
    market: market.conditionId,
    asset_id: tokenId,
    timestamp: String(universe.nowMs),
    hash: '',
    bids: levels(bid, -tickSize, `bids of ${tokenId} ${bid}`),
    asks: levels(ask, tickSize, `asks of ${tokenId} ${ask}`),
    min_order_size: String(market.minimumSize),
    tick_size: String(tickSize),
    neg_risk: market.event.negRisk,
    last_trade_price: String(bid),
  };
  return { ...book, hash: createHash('sha1').update(JSON.stringify(book)).digest('hex') };
}

function levels(best: number, step: number, name: string): { price: string; size: string }[] {
  const draws = new Draws(keyOfName(1, name));
  return Array.from({ length: LEVELS }, (_, index) => ({
    price: exact(best + step * index),
    size: (10 + 5_000 * draws.uniform() ** 2 * (index + 1)).toFixed(2),
  }))
    .filter(({ price }) => price > 0 && price < 1)
    .map(({ price, size }) => ({ price: String(price), size }))
    .reverse();
}
