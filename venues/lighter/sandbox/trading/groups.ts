import type { Transaction } from '../../transactions/index.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { end } from './fills.js';
import { isLive, type Order } from './order.js';
import { drafted, marketOf, place } from './place.js';

/**
 * Places a group. Of those where one triggers others, the others wait until the first has ended, and are then for as much as it was filled; of
 * those where one cancels the other, the second ends once the first was filled.
 */
export function createGroupedOrders(
  { orders, grouping, accountIndex, nonce }: Extract<Transaction, { kind: 'createGroupedOrders' }>,
  context: ExecutionContext,
): void {
  const { store, nowMs } = context;
  const drafts = orders.map((order) => drafted(order, { accountIndex, nonce, index: store.orders.nextIndex(), nowMs }));
  const [first] = drafts;
  const parent = grouping === 'oneCancelsTheOther' ? undefined : first;
  const children = parent === undefined ? drafts : drafts.slice(1);
  for (const child of children) {
    const sibling = children.find(({ index }) => index !== child.index)?.index ?? 0;
    const tied = { ...child, siblingIndex: sibling, parentIndex: parent?.index ?? 0 };
    if (parent === undefined) place(context, marketOf(context, child.marketId), tied);
    else store.orders.save({ ...tied, status: 'pending' });
  }
  if (parent !== undefined) place(context, marketOf(context, parent.marketId), parent);
}

/** Ends or sends off the orders of groups that have waited for another one. */
export function settleGroups(context: ExecutionContext): void {
  for (const { accountIndex, marketId, index, parentIndex, siblingIndex } of context.store.orders.live()) {
    if (parentIndex === 0 && siblingIndex === 0) continue;
    // Another one may have ended it meanwhile.
    const order = context.store.orders.find(accountIndex, marketId, BigInt(index));
    if (order === undefined || !isLive(order)) continue;
    if (order.parentIndex > 0) follow(context, order);
    else if (isFilled(context, order, order.siblingIndex)) end(context, order, 'canceled-oco');
  }
}

function follow(context: ExecutionContext, order: Order): void {
  const parent = context.store.orders.find(order.accountIndex, order.marketId, BigInt(order.parentIndex));
  if (parent !== undefined && isLive(parent)) return;
  const filled = parent === undefined ? 0n : parent.size - parent.remaining;
  if (filled === 0n) end(context, order, 'canceled-child');
  else
    place(context, marketOf(context, order.marketId), {
      ...order,
      ...{ parentIndex: 0, size: filled, remaining: filled, status: 'open', changedMs: context.nowMs },
    });
}

function isFilled({ store }: ExecutionContext, { accountIndex, marketId }: Order, index: number): boolean {
  const other = index === 0 ? undefined : store.orders.find(accountIndex, marketId, BigInt(index));
  return other !== undefined && other.remaining < other.size;
}
