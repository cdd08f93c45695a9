// Why: docs/decisions/venues/lighter-setup.md
import type { TradingAction } from '../codec/index.js';
import type { LighterOrder, LighterTransaction } from '../signer/index.js';
import { type Order, orderTypes, timesInForce } from '../transactions/index.js';

/** What the venue's own clients give an order that says no end. */
const DEFAULT_EXPIRY_MS = 28n * 24n * 3_600_000n;

const GROUPINGS = {
  oneTriggersTheOther: 'one_triggers_other',
  oneCancelsTheOther: 'one_cancels_other',
  oneTriggersAOneCancelsTheOther: 'one_triggers_one_cancels_other',
} as const;

/**
 * Returns the transaction that an action asks the signer for; undefined for what this version of the signer is not asked for: rules of its own
 * for trades of an account with itself, and a version of the order that is changed.
 */
export function unsignedOf(action: TradingAction, nowMs: number): LighterTransaction | undefined {
  if ('selfTradeBehaviorMode' in action && (action.selfTradeBehaviorMode > 0 || action.selfTradeEqualityMode > 0))
    return undefined;
  switch (action.kind) {
    case 'createOrder':
      return { kind: 'create_order', order: orderOf(action.order, nowMs) };
    case 'createGroupedOrders': {
      if (action.grouping === 'none') return undefined;
      const orders = action.orders.map((order) => orderOf(order, nowMs));
      return { kind: 'create_grouped_orders', grouping: GROUPINGS[action.grouping], orders };
    }
    case 'cancelOrder':
      return { kind: 'cancel_order', marketIndex: action.marketIndex, orderIndex: action.index };
    case 'cancelAllOrders':
      return cancelOf(action);
    case 'modifyOrder': {
      const { marketIndex, index: orderIndex, baseAmount, price, triggerPrice } = action;
      const changed = { marketIndex, orderIndex, baseAmount: BigInt(baseAmount), price, triggerPrice };
      return action.orderVersion > 0 ? undefined : { kind: 'modify_order', ...changed };
    }
    case 'updateLeverage': {
      const { marketIndex, initialMarginFraction, marginMode } = action;
      return { kind: 'update_leverage', marketIndex, initialMarginFraction, marginMode };
    }
    case 'updateMargin': {
      const { marketIndex, amount: usdcAmount, direction } = action;
      return { kind: 'update_margin', marketIndex, usdcAmount, direction };
    }
  }
}

function orderOf(order: Order, nowMs: number): LighterOrder {
  const { marketIndex, clientOrderIndex, baseAmount, price, isAsk, type, timeInForce, triggerPrice } = order;
  return {
    ...{ marketIndex, clientOrderIndex: BigInt(clientOrderIndex), baseAmount: BigInt(baseAmount), price, isAsk },
    ...{ type: orderTypes.indexOf(type), timeInForce: timesInForce.indexOf(timeInForce), triggerPrice },
    reduceOnly: order.isReduceOnly,
    expiryMs: order.orderExpiry < 0n ? BigInt(nowMs) + DEFAULT_EXPIRY_MS : order.orderExpiry,
  };
}

function cancelOf({ timing, time, marketIndex }: Extract<TradingAction, { kind: 'cancelAllOrders' }>) {
  switch (timing) {
    case 'immediate':
      return { kind: 'cancel_all_orders', marketIndex: marketIndex ?? null } as const;
    case 'scheduled':
      return { kind: 'schedule_cancel_all', atMs: time } as const;
    case 'abortScheduled':
      return { kind: 'abort_cancel_all' } as const;
  }
}
