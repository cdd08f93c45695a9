import { type Order, remainingOf } from '../orders/order.js';
import { costOf, MICRO } from '../units.js';
import type { Offer } from './depth.js';

/** What an order gets of an offer. */
export interface Match {
  readonly offer: Offer;
  readonly sharesMicro: bigint;
  readonly costMicro: bigint;
}

/** Returns whether an order would be filled by an offer. */
export function crosses({ side, priceMicro }: Pick<Order, 'side' | 'priceMicro'>, offer: Offer | undefined): boolean {
  if (offer === undefined) return false;
  return side === 'BUY' ? offer.priceMicro <= priceMicro : offer.priceMicro >= priceMicro;
}

/** Returns what an order gets of the offers, the best ones first: a number of shares, or as many as its budget buys. */
export function matchesOf(order: Order, offers: readonly Offer[]): Match[] {
  const matches: Match[] = [];
  let shares = remainingOf(order);
  let budget = order.budgetMicro === null ? null : order.budgetMicro - order.paidMicro;
  for (const offer of offers) {
    if (!crosses(order, offer)) break;
    const wanted = budget === null ? shares : (budget * MICRO) / offer.priceMicro;
    if (wanted === 0n) break;
    const isLast = wanted <= offer.sharesMicro;
    const taken = isLast ? wanted : offer.sharesMicro;
    // The last of a budget is spent to the end.
    const cost = budget !== null && isLast ? budget : costOf(taken, offer.priceMicro);
    matches.push({ offer, sharesMicro: taken, costMicro: cost });
    shares -= taken;
    if (budget !== null) budget -= cost;
    if (isLast) break;
  }
  return matches;
}

/** Returns whether the matches fill what is left of an order. */
export function fillsWhole(order: Order, matches: readonly Match[]): boolean {
  const sum = (of: (match: Match) => bigint) => matches.reduce((all, match) => all + of(match), 0n);
  return order.budgetMicro === null
    ? sum(({ sharesMicro }) => sharesMicro) === remainingOf(order)
    : sum(({ costMicro }) => costMicro) === order.budgetMicro - order.paidMicro;
}
