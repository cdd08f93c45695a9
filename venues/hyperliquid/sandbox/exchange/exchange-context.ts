import { roundPrice } from '../decimals.js';
import type { Market } from '../market.js';
import type { Store } from '../store/store.js';
import { type MarginState, marginState } from './accounts/margin.js';
import { priceOf } from './units.js';

/** The context of one change of the venue's state: everything in it happens at one instant, in one transaction. */
export interface ExchangeContext {
  readonly store: Store;
  readonly markets: ReadonlyMap<string, Market>;
  readonly nowMs: number;
  /** Returns the price at which positions in the coin are valued, in millionths. */
  markPrice(coin: string): bigint;
}

/** Returns the context at an instant. */
export function contextAt(store: Store, markets: ReadonlyMap<string, Market>, nowMs: number): ExchangeContext {
  const known = new Map<string, bigint>();
  const markPrice = (coin: string) => {
    const price = known.get(coin) ?? markPriceAt(markets, coin, nowMs);
    known.set(coin, price);
    return price;
  };
  return { store, markets, nowMs, markPrice };
}

/** Returns the price at which positions in the coin were valued, in millionths. */
export function markPriceAt(markets: ReadonlyMap<string, Market>, coin: string, atMs: number): bigint {
  const market = markets.get(coin);
  if (market === undefined) throw new Error(`${coin} is not listed`);
  return priceOf(roundPrice(market.priceAt(atMs), market.perpetual.szDecimals));
}

/** Returns a user's margin at the context's instant, without one order where that order itself is checked. */
export function marginOf(
  { store, markets, markPrice }: ExchangeContext,
  user: string,
  exceptOid?: number,
): MarginState {
  const orders = store.liveOrdersOf(user).filter(({ oid }) => oid !== exceptOid);
  return marginState(store.accountOrNew(user), orders, markets, markPrice);
}
