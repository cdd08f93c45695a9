import { z } from 'zod';
import { orderUpdate, orderWithStatus } from '../info/user-orders.js';
import { activeAssetData } from '../info/users.js';
import type { EventKind, Store, StoredEvent } from '../store/store.js';
import type { Venue } from '../venue.js';
import type { Feed } from './feeds.js';

/** Feeds of users' events. Every feed reads from the store what came after its last message, and so loses nothing. */

const SNAPSHOT_EVENTS = 2_000;
const fundingDelta = z.looseObject({ type: z.literal('funding') });

/** Sends the changes of a user's orders from now on. */
export function orderUpdatesFeed({ exchange, markets }: Venue, user: string): Feed {
  let mark = exchange.store.changeMark();
  return () => {
    const changed = exchange.store.ordersChangedAfter(user, mark);
    mark = changed.mark;
    return changed.orders.length === 0 ? [] : [changed.orders.map((order) => orderUpdate(markets, order))];
  };
}

/** Sends a user's orders with their status: first the latest, marked as a snapshot, then those that change. */
export function historicalOrdersFeed({ exchange: { store }, markets }: Venue, user: string): Feed {
  let mark: number | undefined;
  return () => {
    const isSnapshot = mark === undefined;
    const changed =
      mark === undefined
        ? { orders: store.latestOrdersOf(user, SNAPSHOT_EVENTS), mark: store.changeMark() }
        : store.ordersChangedAfter(user, mark);
    mark = changed.mark;
    if (changed.orders.length === 0 && !isSnapshot) return [];
    const orderHistory = changed.orders.map((order) => orderWithStatus(markets, order));
    return [{ ...(isSnapshot ? { isSnapshot } : {}), user, orderHistory }];
  };
}

/** Sends a user's events of a kind: first the existing ones, marked as a snapshot, then the new ones, each list under `name`. */
export function eventsFeed(
  { exchange: { store } }: Venue,
  user: string,
  kind: EventKind,
  name: string,
  messages: (events: readonly StoredEvent[]) => readonly unknown[],
): Feed {
  let lastSeq: number | undefined;
  return () => {
    const isSnapshot = lastSeq === undefined;
    const events =
      lastSeq === undefined
        ? store.latestEvents(kind, user, SNAPSHOT_EVENTS).reverse()
        : store.eventsAfter(kind, user, lastSeq);
    lastSeq = events.at(-1)?.seq ?? lastSeq ?? 0;
    if (events.length === 0 && !isSnapshot) return [];
    return [{ ...(isSnapshot ? { isSnapshot } : {}), user, [name]: messages(events) }];
  };
}

/** Sends fills, fundings and changes of TWAP orders from now on, as they happen. */
export function userEventsFeed({ exchange: { store } }: Venue, user: string): Feed {
  const fills = newEvents(store, user, 'fill');
  const fundings = newEvents(store, user, 'funding');
  const twaps = newEvents(store, user, 'twap');
  const sliceFills = newEvents(store, user, 'sliceFill');
  return () => {
    return [
      ...listed('fills', fills()),
      ...listed('twapHistory', twaps()),
      ...listed('twapSliceFills', sliceFills()),
      ...fundings().map((event) => ({ funding: fundingMessage(event) })),
    ];
  };
}

/** Sends what a user may trade of a coin on every change. */
export function activeAssetDataFeed(venue: Venue, user: string, coin: string): Feed | undefined {
  const market = venue.markets.get(coin);
  if (market === undefined) return undefined;
  let told: string | undefined;
  return () => {
    const data = activeAssetData(venue.exchange.context(), user, market);
    const text = JSON.stringify(data);
    if (text === told) return [];
    told = text;
    return [data];
  };
}

/** Returns a funding payment without the fields that its list already has. */
export function fundingMessage({ timeMs, document }: StoredEvent): object {
  const { type: _, ...delta } = fundingDelta.parse(document['delta']);
  return { time: timeMs, ...delta };
}

/** Returns one message with all of the events under the name; none where there are none. */
function listed(name: string, events: readonly StoredEvent[]): object[] {
  return events.length === 0 ? [] : [{ [name]: events.map(({ document }) => document) }];
}

function newEvents(store: Store, user: string, kind: EventKind): () => StoredEvent[] {
  let lastSeq = store.latestEvents(kind, user, 1)[0]?.seq ?? 0;
  return () => {
    const events = store.eventsAfter(kind, user, lastSeq);
    lastSeq = events.at(-1)?.seq ?? lastSeq;
    return events;
  };
}
