import type { ExchangeContext } from '../exchange-context.js';
import { directionOf, type Order } from './order.js';

/** Returns a user's order by the venue's id or the client's. */
export function findOrder(
  { store }: Pick<ExchangeContext, 'store'>,
  user: string,
  id: number | string,
): Order | undefined {
  const order = typeof id === 'number' ? store.order(id) : store.orderByCloid(user, id);
  return order?.user === user ? order : undefined;
}

/** Ends an order; those that wait for its fill are armed when any of it filled, and canceled otherwise. */
export function endOrder({ store, nowMs }: ExchangeContext, order: Order, status: string): void {
  store.saveOrder({ ...order, status, statusMs: nowMs });
  const childStatus = order.lots < order.originalLots ? 'open' : 'canceled';
  for (const child of store.liveOrdersOf(order.user))
    if (child.parentOid === order.oid && child.status === 'waiting')
      store.saveOrder({ ...child, status: childStatus, statusMs: nowMs });
}

/** Ends the user's reduce-only orders of the coin that have nothing left to reduce. */
export function endIdleReductions(context: ExchangeContext, user: string, coin: string): void {
  const held = context.store.account(user)?.positions[coin]?.lots ?? 0n;
  for (const order of context.store.liveOrdersOf(user)) {
    const isIdle = order.coin === coin && order.reduceOnly && order.status !== 'waiting';
    if (isIdle && held * directionOf(order) >= 0n)
      endOrder(context, order, order.parentOid === null ? 'reduceOnlyCanceled' : 'siblingFilledCanceled');
  }
}

/** Ends all live orders of a user, triggers and their children included. */
export function endAll(context: ExchangeContext, user: string, status: string): void {
  for (const order of context.store.liveOrdersOf(user))
    context.store.saveOrder({ ...order, status, statusMs: context.nowMs });
}
