import type { Market } from '../../model/market.js';
import { MARKET_ADDRESS } from '../../settlement/addresses.js';
import type { Venue } from '../../venue.js';
import { exchangeOf } from '../contracts.js';
import { hashOf, uuidOf } from '../ids.js';
import type { Offer } from '../matching/depth.js';
import { takerFee } from '../matching/fees.js';
import { fillsWhole, type Match } from '../matching/match.js';
import { notifyFill } from '../notifications.js';
import { isMarketOrder } from '../orders/amounts.js';
import { type Order, otherSide, remainingOf, type Side } from '../orders/order.js';
import type { Party, Trade } from './trade.js';

/** Books what an order got as its taker, one trade per offer, and saves the order as it is then. */
export function bookMatches(order: Order, matches: readonly Match[], market: Market, venue: Venue): Order {
  const trades = matches.map((match) => {
    const { offer } = match;
    const trade = newTrade({
      ...{ taker: partyOf(order), maker: makerOf(offer, order, venue), match, market, order, venue },
      feeMicro: takerFee(market.fees, offer.priceMicro, match.sharesMicro),
    });
    if ('level' in offer.from) venue.store.take(offer.from.level.name, match.sharesMicro);
    else saveFilled(offer.from.order, match, trade, venue);
    return trade;
  });
  const filled = matches.reduce((so, match, index) => grown(so, match, trades[index]?.id ?? ''), order);
  const isWhole = matches.length > 0 && fillsWhole(order, matches);
  const isKilled = isMarketOrder(order.orderType) && !isWhole;
  const status = isWhole ? 'MATCHED' : isKilled ? 'CANCELED' : 'LIVE';
  const saved: Order = { ...filled, status };
  venue.store.saveOrder(saved);
  for (const trade of trades) venue.store.saveTrade(trade);
  for (const trade of trades) notifyFill(saved, trade, venue);
  return saved;
}

/** Books what a resting order got when the generated book came to its price: the house is the taker, and pays the fee of none. */
export function bookResting(order: Order, match: Match, market: Market, venue: Venue): void {
  const taker = houseParty(otherSide(order.side), venue);
  const trade = newTrade({ taker, maker: partyOf(order), match, market, order, venue, feeMicro: 0n });
  if ('level' in match.offer.from) venue.store.take(match.offer.from.level.name, match.sharesMicro);
  venue.store.saveTrade(trade);
  saveFilled(order, match, trade, venue);
}

/** Saves a maker's order after one of its fills. */
function saveFilled(order: Order, match: Match, trade: Trade, venue: Venue): void {
  const filled = grown(order, match, trade.id);
  const saved: Order = { ...filled, status: remainingOf(filled) === 0n ? 'MATCHED' : 'LIVE' };
  venue.store.saveOrder(saved);
  notifyFill(saved, trade, venue);
}

function grown(order: Order, { sharesMicro, costMicro }: Match, trade: string): Order {
  return {
    ...order,
    matchedMicro: order.matchedMicro + sharesMicro,
    paidMicro: order.paidMicro + costMicro,
    trades: [...order.trades, trade],
  };
}

function newTrade(made: {
  readonly taker: Party;
  readonly maker: Party;
  readonly match: Match;
  readonly market: Market;
  readonly order: Order;
  readonly venue: Venue;
  readonly feeMicro: bigint;
}): Trade {
  const { taker, maker, match, market, order, venue, feeMicro } = made;
  const seq = venue.store.journal.next('trade');
  const nowMs = venue.clock.nowMs();
  return {
    ...{ id: uuidOf(`trade ${seq} ${taker.orderId} ${maker.orderId}`), seq },
    ...{ conditionId: market.conditionId, tokenId: order.tokenId, outcome: order.outcome },
    ...{ exchange: exchangeOf(market).address, taker, maker, feeMicro },
    ...{ priceMicro: match.offer.priceMicro, sharesMicro: match.sharesMicro, costMicro: match.costMicro },
    ...{
      matchedMs: nowMs,
      updatedMs: nowMs,
      dueMs: nowMs + venue.settlementDelayMs,
      status: 'MATCHED',
      attempts: 0,
      transactionHash: '',
    },
  };
}

function makerOf({ from }: Offer, { side }: Order, venue: Venue): Party {
  return 'order' in from ? partyOf(from.order) : houseParty(otherSide(side), venue);
}

function partyOf({ id, owner, account, maker, side }: Order): Party {
  return { orderId: id, owner, account, wallet: maker, side };
}

/** Returns the house's side of a trade, with an order id of its own. */
function houseParty(side: Side, { store }: Venue): Party {
  const orderId = hashOf(`order of the house ${store.journal.next('house')}`);
  return { orderId, owner: uuidOf('house'), account: '', wallet: MARKET_ADDRESS, side };
}
