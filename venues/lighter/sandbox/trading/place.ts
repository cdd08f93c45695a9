import type { Order as SignedOrder, Transaction } from '../../transactions/index.js';
import type { Market } from '../market.js';
import { CODES } from '../refusal.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { Rejected, rejected } from '../sequencer/rejected.js';
import { end } from './fills.js';
import { crosses, isCovered, take } from './matching.js';
import { isLive, type Order } from './order.js';
import { startTwap } from './twap.js';

type Create = Extract<Transaction, { kind: 'createOrder' }>;
type Modify = Extract<Transaction, { kind: 'modifyOrder' }>;

/** Places an order. What the venue decides of it after that is told by its status. */
export function createOrder({ order, accountIndex, nonce }: Create, context: ExecutionContext): void {
  const market = marketOf(context, order.marketIndex);
  const index = context.store.orders.nextIndex();
  place(context, market, drafted(order, { accountIndex, nonce, index, nowMs: context.nowMs }));
}

/**
 * Changes size and prices of an order that rests or waits for a trigger. Its size is the whole: what was filled counts.
 */
export function modifyOrder(transaction: Modify, context: ExecutionContext): void {
  const { accountIndex, marketIndex, index, nonce } = transaction;
  const order = findLive(context, accountIndex, marketIndex, index);
  if (order.parentIndex > 0 || order.type === 'twap') throw rejected(CODES.invalidOrderIndex, 'invalid order index');
  const size = BigInt(transaction.baseAmount);
  if (order.triggerPrice > 0n !== transaction.triggerPrice > 0)
    throw rejected(CODES.invalidTriggerPrice, 'invalid order trigger price');
  const filled = order.size - order.remaining;
  if (size <= filled) throw rejected(CODES.invalidOrderAmount, 'invalid order base or quote amount');
  const prices = { price: BigInt(transaction.price), triggerPrice: BigInt(transaction.triggerPrice) };
  place(context, marketOf(context, marketIndex), { ...order, ...prices, nonce, size, remaining: size - filled });
}

/** Cancels an order that rests or waits. */
export function cancelOrder(
  { accountIndex, marketIndex, index }: Extract<Transaction, { kind: 'cancelOrder' }>,
  context: ExecutionContext,
): void {
  end(context, findLive(context, accountIndex, marketIndex, index), 'canceled');
}

/** Sends an order to the book, or has it wait for its trigger. */
export function place(context: ExecutionContext, market: Market, order: Order): void {
  if (order.type === 'twap') startTwap(context, market, order);
  else if (order.triggerPrice > 0n) context.store.orders.save({ ...order, status: 'pending' });
  else if (order.timeInForce === 'postOnly' && crosses(context, market, order))
    end(context, order, 'canceled-post-only');
  else if (isCovered(context, market, order)) take(context, market, order);
  // An order that takes is canceled; one that would rest is no transaction at all.
  else if (order.timeInForce === 'immediateOrCancel') end(context, order, 'canceled-margin-not-allowed');
  else throw new Rejected(CODES.notEnoughMargin, 'not enough margin to create the order', false);
}

/** Returns a new order as it was signed. */
export function drafted(
  order: SignedOrder,
  { accountIndex, nonce, index, nowMs }: { accountIndex: number; nonce: bigint; index: number; nowMs: number },
): Order {
  const { type, timeInForce, isAsk, isReduceOnly, marketIndex: marketId, clientOrderIndex: clientIndex } = order;
  const size = BigInt(order.baseAmount);
  return {
    ...{ index, clientIndex, accountIndex, marketId, isAsk, type, timeInForce, isReduceOnly, nonce },
    ...{ size, remaining: size, filledMicroUsdc: 0n, price: BigInt(order.price), status: 'open' },
    ...{ triggerPrice: BigInt(order.triggerPrice), expiresMs: Number(order.orderExpiry) },
    ...{ createdMs: nowMs, changedMs: nowMs, parentIndex: 0, siblingIndex: 0 },
    ...{ nextPartMs: 0, unfilled: 0n },
  };
}

function findLive({ store }: ExecutionContext, accountIndex: number, marketId: number, index: bigint): Order {
  const order = store.orders.find(accountIndex, marketId, index);
  if (order === undefined || !isLive(order)) throw rejected(CODES.invalidOrderIndex, 'invalid order index');
  return order;
}

/** Returns the market of an order. */
export function marketOf({ markets }: ExecutionContext, id: number): Market {
  const market = markets.get(id);
  if (market === undefined) throw rejected(CODES.invalidMarketIndex, 'invalid market index');
  return market;
}
