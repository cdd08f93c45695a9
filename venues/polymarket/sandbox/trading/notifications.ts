import type { Venue } from '../venue.js';
import { type Order, remainingOf } from './orders/order.js';
import type { Trade } from './settling/trade.js';
import { decimal } from './units.js';

/** The kinds of notifications, by the venue's numbers. */
const CANCELED = 1;
const FILLED = 2;
const FILL_FAILED = 8;

/** Tells an account that its order was filled, wholly or in part. */
export function notifyFill(order: Order, trade: Trade, venue: Venue): void {
  notify(FILLED, order, trade.id, venue);
}

/** Tells an account that its order was canceled. */
export function notifyCancel(order: Order, venue: Venue): void {
  notify(CANCELED, order, '', venue);
}

/** Tells the accounts of a trade that its money did not move. */
export function notifyFailure({ id, taker, maker }: Trade, venue: Venue): void {
  for (const { orderId } of [taker, maker]) {
    const order = venue.store.order(orderId);
    if (order !== undefined) notify(FILL_FAILED, order, id, venue);
  }
}

function notify(type: number, order: Order, trade: string, { store, clock, universe }: Venue): void {
  const market = universe.condition(order.conditionId);
  store.addNotification(order.account, {
    type,
    owner: order.owner,
    timestamp: clock.nowMs(),
    payload: {
      asset_id: order.tokenId,
      market: order.conditionId,
      market_slug: market?.slug ?? '',
      question: market?.question ?? '',
      eventSlug: market?.event.slug ?? '',
      order_id: order.id,
      trade_id: trade,
      transaction_hash: '',
      side: order.side,
      outcome: order.outcome,
      outcome_index: market?.outcomes.indexOf(order.outcome) ?? 0,
      price: decimal(order.priceMicro),
      original_size: decimal(order.sharesMicro),
      matched_size: decimal(order.matchedMicro),
      remaining_size: decimal(remainingOf(order)),
      type: order.orderType,
    },
  });
}
