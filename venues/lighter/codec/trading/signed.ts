import { isDeepStrictEqual } from 'node:util';
import type { Attributes, Order, Transaction } from '../../transactions/index.js';
import type { TradingAction } from './actions.js';
import { NIL_MARKET } from './fields.js';
import { DEFAULT_EXPIRY } from './orders.js';

/** The number of the key under which the platform trades for an account: 0 to 3 are the venue's own, and each process has its own. */
export const API_KEY_INDEX = 4;

/**
 * How long the official signer lets a transaction wait, by its own clock: ten minutes less a second. It can't be told a shorter time, so an
 * action may be carried out so much later than it was signed.
 */
export const TRANSACTION_VALIDITY_MS = 600_000;

/** Attributes that say nothing. */
const NO_ATTRIBUTES: Required<{ readonly [Name in keyof Attributes]: number }> = {
  integratorAccountIndex: 0,
  integratorTakerFee: 0,
  integratorMakerFee: 0,
  skipTxNonce: 0,
  cancelAllMarketIndex: NIL_MARKET,
  selfTradeBehaviorMode: 0,
  selfTradeEqualityMode: 0,
  orderVersion: 0,
};

/** Returns whether a signed transaction is what an action asks for, and nothing besides: no integrator, no nonce out of turn. */
export function carriesOut(transaction: Transaction, action: TradingAction): boolean {
  return (
    isDeepStrictEqual(bodyOf(transaction), bodyOf(withExpiries(action, transaction))) &&
    isDeepStrictEqual({ ...NO_ATTRIBUTES, ...transaction.attributes }, { ...NO_ATTRIBUTES, ...attributesOf(action) })
  );
}

/** Returns what a transaction does, without what it is sent with. */
function bodyOf(carried: Transaction | TradingAction): object {
  switch (carried.kind) {
    case 'createOrder':
      return { kind: carried.kind, order: carried.order };
    case 'createGroupedOrders':
      return { kind: carried.kind, grouping: carried.grouping, orders: carried.orders };
    case 'cancelOrder':
      return { kind: carried.kind, marketIndex: carried.marketIndex, index: carried.index };
    case 'cancelAllOrders':
      return { kind: carried.kind, timing: carried.timing, time: carried.time };
    case 'modifyOrder': {
      const { kind, marketIndex, index, baseAmount, price, triggerPrice } = carried;
      return { kind, marketIndex, index, baseAmount, price, triggerPrice };
    }
    case 'updateLeverage': {
      const { kind, marketIndex, initialMarginFraction, marginMode } = carried;
      return { kind, marketIndex, initialMarginFraction, marginMode };
    }
    case 'updateMargin': {
      const { kind, marketIndex, amount, direction } = carried;
      return { kind, marketIndex, amount, direction };
    }
    default:
      return { kind: carried.kind };
  }
}

function attributesOf(action: TradingAction): Attributes {
  if (action.kind === 'cancelAllOrders') return { cancelAllMarketIndex: action.marketIndex ?? NIL_MARKET };
  if (!('selfTradeBehaviorMode' in action)) return {};
  const { selfTradeBehaviorMode, selfTradeEqualityMode } = action;
  const rules = { selfTradeBehaviorMode, selfTradeEqualityMode };
  return action.kind === 'modifyOrder' ? { ...rules, orderVersion: action.orderVersion } : rules;
}

/** Returns an action with the signer's expiry in place of its default: any time, which the signer has taken from its clock. */
function withExpiries(action: TradingAction, transaction: Transaction): TradingAction {
  const expiring = (order: Order, signed: Order | undefined): Order =>
    order.orderExpiry === DEFAULT_EXPIRY && signed !== undefined && signed.orderExpiry > 0n
      ? { ...order, orderExpiry: signed.orderExpiry }
      : order;
  if (action.kind === 'createOrder' && transaction.kind === 'createOrder')
    return { ...action, order: expiring(action.order, transaction.order) };
  if (action.kind === 'createGroupedOrders' && transaction.kind === 'createGroupedOrders')
    return { ...action, orders: action.orders.map((order, place) => expiring(order, transaction.orders[place])) };
  return action;
}
