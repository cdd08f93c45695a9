import { roundPrice } from '../decimals.js';
import type { Market } from '../market.js';
import type { Store } from '../store/store.js';
import { type MarginState, marginState } from './accounts/margin.js';
import { priceOf } from './units.js';

/** What one change of the venue's state works with: everything in it happens at one instant, in one transaction. */
export interface ExchangeContext {
  readonly store: Store;
  readonly markets: ReadonlyMap<string, Market>;
  readonly nowMs: number;
  /** The price that positions in the coin are valued at, in millionths. */
  markPrice(coin: string): bigint;
}

/** The context at an instant. */
export function contextAt(store: Store, markets: ReadonlyMap<string, Market>, nowMs: number): ExchangeContext {
  const known = new Map<string, bigint>();
  const markPrice = (coin: string) => {
    const price = known.get(coin) ?? markPriceAt(markets, coin, nowMs);
    known.set(coin, price);
    return price;
  };
  return { store, markets, nowMs, markPrice };
}

/** The price that positions in the coin were valued at, in millionths. */
export function markPriceAt(markets: ReadonlyMap<string, Market>, coin: string, atMs: number): bigint {
  const market = markets.get(coin);
  if (market === undefined) throw new Error(`${coin} is not listed`);
  return priceOf(roundPrice(market.priceAt(atMs), market.perpetual.szDecimals));
}

/** A user's margin at the context's instant, one order left out where it is about to be looked at itself. */
export function marginOf(
  { store, markets, markPrice }: ExchangeContext,
  user: string,
  exceptOid?: number,
): MarginState {
  const orders = store.liveOrdersOf(user).filter(({ oid }) => oid !== exceptOid);
  return marginState(store.accountOrNew(user), orders, markets, markPrice);
}
