import { z } from 'zod';
import { clobError } from '../../refusal.js';
import type { Venue } from '../../venue.js';
import type { Caller } from '../auth/l2.js';
import { notifyCancel } from '../notifications.js';
import { isLive, type Order } from './order.js';
import { parseList } from './wire.js';

/** The most ids of one request. */
const IDS_MAX = 3_000;

/** The answer to a cancel. */
export interface Canceled {
  readonly canceled: string[];
  /** Reasons by order. */
  readonly not_canceled: Record<string, string>;
}

const single = z.object({ orderID: z.string() });
const ofMarket = z.object({ market: z.string().optional(), asset_id: z.string().optional() });

/** Reads the id of one order. Throws `Refusal`. */
export function parseCancel(body: unknown): string[] {
  const parsed = single.safeParse(body);
  if (!parsed.success) throw clobError(400, 'Invalid order payload');
  return [orderId(parsed.data.orderID)];
}

/** Reads the ids of several orders, each once. Throws `Refusal`. */
export function parseCancels(body: unknown): string[] {
  const ids = parseList(body, IDS_MAX, () => `Too many orders in payload, max allowed: ${IDS_MAX}`);
  return [...new Set(ids.map((id) => orderId(id)))];
}

/** Cancels orders of the caller by their ids. */
export function cancelIds(ids: readonly string[], { account }: Caller, venue: Venue): Canceled {
  const answer: Canceled = { canceled: [], not_canceled: {} };
  for (const id of ids) {
    const order = venue.store.order(id);
    const isOwn = order?.account === account;
    if (isOwn && isLive(order)) {
      endOrder(order, 'CANCELED', venue);
      answer.canceled.push(id);
    } else
      answer.not_canceled[id] =
        isOwn && order.status === 'MATCHED'
          ? "matched orders can't be canceled"
          : "order can't be found - already canceled or matched";
  }
  return answer;
}

/** Cancels the caller's orders, all of them or those of a market or a token. Throws `Refusal`. */
export function cancelMatching(body: unknown, { account }: Caller, venue: Venue): Canceled {
  const filter = ofMarket.safeParse(body ?? {});
  if (!filter.success) throw clobError(400, 'Invalid order payload');
  const { market, asset_id: token } = filter.data;
  const orders = venue.store
    .liveOrdersOf(account)
    .filter(({ conditionId, tokenId }) => (market ?? conditionId) === conditionId && (token ?? tokenId) === tokenId);
  for (const order of orders) endOrder(order, 'CANCELED', venue);
  return { canceled: orders.map(({ id }) => id), not_canceled: {} };
}

/** Ends an order with what it got so far. */
export function endOrder(order: Order, status: 'CANCELED' | 'CANCELED_MARKET_RESOLVED', venue: Venue): void {
  venue.store.saveOrder({ ...order, status });
  notifyCancel(order, venue);
}

function orderId(id: unknown): string {
  if (typeof id !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(id)) throw clobError(400, 'Invalid orderID');
  return id.toLowerCase();
}
