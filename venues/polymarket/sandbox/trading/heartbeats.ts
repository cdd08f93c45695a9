import { z } from 'zod';
import { VENUE_NAME } from '../faults.js';
import { Refusal } from '../refusal.js';
import type { Venue } from '../venue.js';
import type { Caller } from './auth/l2.js';
import { uuidOf } from './ids.js';
import { endOrder } from './orders/canceling.js';

/** A client that has sent a heartbeat and is silent for this long has all its orders canceled. */
const SILENCE_MS = 10_000;

const payload = z.object({ heartbeat_id: z.string().nullish() });

/** Takes a heartbeat and returns the id of the next one: the first has none, each later one has the last id. Throws `Refusal`. */
export function takeHeartbeat(body: unknown, { account }: Caller, venue: Venue): { heartbeat_id: string } {
  const { store, clock } = venue;
  const given = payload.safeParse(body).data?.heartbeat_id ?? '';
  const last = store.heartbeat(account);
  if (last !== undefined && given !== last.id)
    throw new Refusal(400, { error_msg: 'Invalid Heartbeat ID', heartbeat_id: last.id });
  const id = uuidOf(`heartbeat ${store.journal.next('heartbeat')}`);
  store.saveHeartbeat({ account, id, atMs: clock.nowMs() });
  return { heartbeat_id: id };
}

/** Cancels the orders of clients whose heartbeats have stopped; a later heartbeat is a first one again. */
export function endSilent(venue: Venue): void {
  const { store, clock } = venue;
  for (const { account, atMs } of store.heartbeats()) {
    if (clock.nowMs() - atMs <= SILENCE_MS) continue;
    endAll(account, venue);
    store.dropHeartbeat(account);
  }
}

/** Cancels the orders of an account whose heartbeats are lost by a fault, whether it has sent any or not. */
export function endUnheard(venue: Venue): void {
  for (const account of new Set(venue.store.liveOrders().map((order) => order.account)))
    if (venue.faults?.takeTrouble(VENUE_NAME, 'heartbeat_lost', account) !== undefined) endAll(account, venue);
}

function endAll(account: string, venue: Venue): void {
  for (const order of venue.store.liveOrdersOf(account)) endOrder(order, 'CANCELED', venue);
}
