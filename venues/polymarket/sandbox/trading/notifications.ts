import type { Venue } from '../venue.js';
import type { Order } from './orders/order.js';
import { decimal } from './units.js';

/** The kinds of notifications, by the venue's numbers. */
const CANCELED = 1;
const FILLED = 2;

/** Tells an account that its order was filled, wholly or in part. */
export function notifyFill(order: Order, venue: Venue): void {
  notify(FILLED, order, venue);
}

/** Tells an account that its order was canceled. */
export function notifyCancel(order: Order, venue: Venue): void {
  notify(CANCELED, order, venue);
}

function notify(type: number, order: Order, { store, clock, universe }: Venue): void {
  store.addNotification(order.account, {
    type,
    owner: order.owner,
    timestamp: Math.floor(clock.nowMs() / 1_000),
    payload: {
      asset_id: order.tokenId,
      market: order.conditionId,
      market_slug: universe.condition(order.conditionId)?.slug ?? '',
      order_id: order.id,
      side: order.side,
      outcome: order.outcome,
      price: decimal(order.priceMicro),
      original_size: decimal(order.sharesMicro),
      matched_size: decimal(order.matchedMicro),
      type: order.orderType,
    },
  });
}
