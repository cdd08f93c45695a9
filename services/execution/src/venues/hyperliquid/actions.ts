import { createHash } from 'node:crypto';
import { parse } from '@platform/errors';
import {
  isTradingActionType,
  type OrderWire,
  type TradingAction,
  type TradingActionType,
  tradingActions,
} from '@platform/venue-hyperliquid';
import type { JsonObject } from '../../requests/json-object.js';
import type { ActionFamily, NativeAction } from '../venue.js';

/** The trading actions of Hyperliquid, one family each; whatever moves capital or grants authority has none. */
export const hyperliquidActions = {
  family: ({ type }: JsonObject): ActionFamily | undefined =>
    isTradingActionType(type) ? { parse: (action) => parseAction(type, action) } : undefined,
};

/** Reads back the text of an action that was identified before. */
export function readAction(actionJson: string): TradingAction {
  const action: JsonObject = JSON.parse(actionJson);
  if (!isTradingActionType(action['type'])) throw new Error('a stored action has no family');
  return tradingActions[action['type']].parse(action);
}

/** The client order ids of the orders that an action places. */
export function placedCloids(action: TradingAction): string[] {
  return ordersOf(action).flatMap(({ c }) => (c === undefined ? [] : [c]));
}

function ordersOf(action: TradingAction): readonly OrderWire[] {
  if (action.type === 'order') return action.orders;
  if (action.type === 'modify') return [action.order];
  return action.type === 'batchModify' ? action.modifies.map(({ order }) => order) : [];
}

function parseAction(type: TradingActionType, input: JsonObject): NativeAction {
  const action: TradingAction = parse<TradingAction>(tradingActions[type], input, {
    code: 'native_action_invalid',
    nameOf: (path) => ['action', ...path].map(String).join('.'),
  });
  return { type, identified: (executionId) => JSON.stringify(withCloids(action, executionId)) };
}

function withCloids(action: TradingAction, executionId: string): TradingAction {
  const named = (order: OrderWire, index: number): OrderWire => ({ ...order, c: order.c ?? cloid(executionId, index) });
  switch (action.type) {
    case 'order':
      return { ...action, orders: action.orders.map(named) };
    case 'modify':
      return { ...action, order: named(action.order, 0) };
    case 'batchModify':
      return {
        ...action,
        modifies: action.modifies.map(({ oid, order }, index) => ({ oid, order: named(order, index) })),
      };
    default:
      return action;
  }
}

/** Sixteen bytes that no other order has. */
function cloid(executionId: string, index: number): string {
  return `0x${createHash('sha256').update(`${executionId}:${index}`).digest('hex').slice(0, 32)}`;
}
