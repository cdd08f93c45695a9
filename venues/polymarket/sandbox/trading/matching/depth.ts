import type { Market } from '../../model/market.js';
import type { Venue } from '../../venue.js';
import { type Order, remainingOf, type Side } from '../orders/order.js';
import { type GeneratedBook, generatedBook, type Level } from './generated.js';

/** What can be had at a price: of a generated level, or of a user's order. */
export interface Offer {
  readonly priceMicro: bigint;
  readonly sharesMicro: bigint;
  readonly from: { readonly level: Level } | { readonly order: Order };
}

/** A token's whole book, the best prices first, and at one price the earliest: the generated level, then users' orders. */
export interface Depth {
  readonly market: Market;
  readonly outcome: number;
  readonly bids: readonly Offer[];
  readonly asks: readonly Offer[];
}

/** Returns the whole book of a token; undefined: there is none. */
export function depthOf(tokenId: string, { universe, store }: Pick<Venue, 'universe' | 'store'>): Depth | undefined {
  const generated = generatedBook(tokenId, universe);
  if (generated === undefined) return undefined;
  const { market, outcome } = generated;
  const orders = store.liveOrdersOfToken(tokenId).filter(({ status }) => status === 'LIVE');
  const side = (of: Side) => [...untaken(generated, of, store), ...orders.flatMap((order) => offerOf(order, of))];
  return {
    market,
    outcome,
    bids: side('BUY').sort((left, right) => Number(right.priceMicro - left.priceMicro)),
    asks: side('SELL').sort((left, right) => Number(left.priceMicro - right.priceMicro)),
  };
}

/** Returns what is left of the generated levels of a side. */
export function untaken({ bids, asks }: GeneratedBook, side: Side, store: Venue['store']): Offer[] {
  return (side === 'BUY' ? bids : asks).flatMap((level) => {
    const sharesMicro = level.sharesMicro - store.takenOf(level.name);
    return sharesMicro > 0n ? [{ priceMicro: level.priceMicro, sharesMicro, from: { level } }] : [];
  });
}

function offerOf(order: Order, side: Side): Offer[] {
  const sharesMicro = remainingOf(order);
  if (order.side !== side || sharesMicro === 0n) return [];
  return [{ priceMicro: order.priceMicro, sharesMicro, from: { order } }];
}
