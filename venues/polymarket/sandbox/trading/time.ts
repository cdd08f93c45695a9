import type { Venue } from '../venue.js';
import { endSilent, endUnheard } from './heartbeats.js';
import { untaken } from './matching/depth.js';
import { generatedBook } from './matching/generated.js';
import { crosses, matchesOf } from './matching/match.js';
import { endOrder } from './orders/canceling.js';
import { type Order, otherSide } from './orders/order.js';
import { matchDelayed, SAFETY_S } from './orders/placing.js';
import { bookResting } from './settling/booking.js';
import { costOf } from './units.js';

/** Does what time does to orders: they expire, their markets close, their delays end, and the generated book comes to their prices. */
export function passTime(venue: Venue): void {
  venue.store.journal.transaction(() => {
    endSilent(venue);
    endUnheard(venue);
    for (const { id } of venue.store.liveOrders()) {
      // An order before it may have filled it.
      const order = venue.store.order(id);
      if (order !== undefined) age(order, venue);
    }
  });
}

function age(order: Order, venue: Venue): void {
  const { clock, universe } = venue;
  const market = universe.condition(order.conditionId);
  const endsMs = (order.expirationS - SAFETY_S) * 1_000;
  if (market === undefined || universe.standingOf(market).closed) endOrder(order, 'CANCELED_MARKET_RESOLVED', venue);
  else if (order.orderType === 'GTD' && endsMs <= clock.nowMs()) endOrder(order, 'CANCELED', venue);
  else if (order.status === 'DELAYED') {
    if ((order.delayedUntilMs ?? 0) <= clock.nowMs()) matchDelayed(order, venue);
  } else if (order.status === 'LIVE') meetBook(order, venue);
}

/** Fills a resting order at its own price where the generated book has come to it. */
function meetBook(order: Order, venue: Venue): void {
  const book = generatedBook(order.tokenId, venue.universe);
  if (book === undefined) return;
  const offers = untaken(book, otherSide(order.side), venue.store).filter((offer) => crosses(order, offer));
  let resting = order;
  for (const { offer, sharesMicro } of matchesOf(order, offers)) {
    const costMicro = costOf(sharesMicro, order.priceMicro);
    bookResting(
      resting,
      { offer: { ...offer, priceMicro: order.priceMicro }, sharesMicro, costMicro },
      book.market,
      venue,
    );
    resting = venue.store.order(order.id) ?? resting;
  }
}
