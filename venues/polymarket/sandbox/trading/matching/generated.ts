import { Draws, keyOfName } from '../../../../simulation/index.js';
import type { Market } from '../../model/market.js';
import type { Universe } from '../../universe.js';
import type { Side } from '../orders/order.js';
import { microOf } from '../units.js';

const LEVELS = 8;

/** A generated level of a book. */
export interface Level {
  /** Its name: what was taken of it is remembered by that. */
  readonly name: string;
  readonly priceMicro: bigint;
  readonly sharesMicro: bigint;
}

/** A token's market with its generated book, the best prices first. */
export interface GeneratedBook {
  readonly market: Market;
  readonly outcome: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Returns a token's generated book at this instant; undefined: there is none, of an unknown token or a closed market. */
export function generatedBook(tokenId: string, universe: Universe): GeneratedBook | undefined {
  const found = universe.token(tokenId);
  if (found === undefined || universe.standingOf(found.market).closed) return undefined;
  const { market, outcome } = found;
  const { tickSize } = market;
  const halfTicks = Math.round(((universe.pricesOf(market)[outcome] ?? 0) / tickSize) * 2);
  const highest = Math.round(1 / tickSize) - 1;
  // A middle between ticks has a tick of spread; one on a tick has two, or less at the ends.
  const bid = Math.max(1, Math.ceil(halfTicks / 2) - 1);
  const ask = Math.min(highest, Math.floor(halfTicks / 2) + 1);
  const side = (name: string, best: number, step: number) => levels({ name, best, step, highest, tickSize });
  return {
    market,
    outcome,
    bids: side(`bids of ${tokenId} ${exact(bid * tickSize)}`, bid, -1),
    asks: side(`asks of ${tokenId} ${exact(ask * tickSize)}`, ask, 1),
  };
}

function levels({
  name,
  best,
  step,
  highest,
  tickSize,
}: {
  name: string;
  best: number;
  step: number;
  highest: number;
  tickSize: number;
}): Level[] {
  const draws = new Draws(keyOfName(1, name));
  return Array.from({ length: LEVELS }, (_, index) => ({
    ticks: best + step * index,
    size: (10 + 5_000 * draws.uniform() ** 2 * (index + 1)).toFixed(2),
  }))
    .filter(({ ticks }) => ticks > 0 && ticks <= highest)
    .map(({ ticks, size }) => ({
      name: `${name}: ${ticks}`,
      priceMicro: microOf(ticks * tickSize),
      sharesMicro: microOf(Number(size)),
    }));
}

function exact(price: number): number {
  return Number(price.toFixed(6));
}

/** Returns the side of a book that an order is matched with: buys with the asks. */
export function facing<Entry>({ bids, asks }: { bids: readonly Entry[]; asks: readonly Entry[] }, side: Side) {
  return side === 'BUY' ? asks : bids;
}
