import { createHash } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import type { JsonObject } from '@platform/kit/json';
import type { ActionFamily, NativeAction } from '../../native-actions/index.js';
import {
  isTradingFamily,
  type OrderWire,
  parseTradingAction,
  type TradingAction,
  type TradingFamily,
  tradingFamilies,
} from '../codec/index.js';
import { demandOf, marketsOf, ordersOf } from './demand.js';

/** The trading actions of Hyperliquid, one family each; actions that move capital or grant authority are left out. */
export const hyperliquidActions = {
  types: tradingFamilies,
  family: ({ type }: JsonObject): ActionFamily | undefined =>
    isTradingFamily(type) ? { parse: (action) => parseAction(type, action) } : undefined,
};

/** Parses the text of an action that was identified before. */
export function readAction(actionJson: string): TradingAction {
  const action: JsonObject = JSON.parse(actionJson);
  const type = action['type'];
  const parsed = isTradingFamily(type) ? parseTradingAction(type, action) : undefined;
  if (!parsed?.ok) throw new Error('a stored action has no family');
  return parsed.action;
}

/** Returns the client order ids of the orders that an action places. */
export function placedCloids(action: TradingAction): string[] {
  return ordersOf(action).flatMap(({ c }) => (c === undefined ? [] : [c]));
}

function parseAction(type: TradingFamily, input: JsonObject): NativeAction {
  const parsed = parseTradingAction(type, input);
  if (!parsed.ok) throw invalid(parsed.problems);
  const { action } = parsed;
  if (action.type === 'order' && typeof action.grouping === 'object')
    throw invalid([{ path: ['grouping'], message: 'must not pay for priority' }]);
  return {
    type,
    identified: (executionId) => JSON.stringify(withCloids(action, executionId)),
    markets: marketsOf(action),
    demandOf: (markets) => demandOf(action, markets),
  };
}

function invalid(problems: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
  const details = problems.map(({ path, message }) => ({ path: ['action', ...path].map(String).join('.'), message }));
  return new PlatformError('native_action_invalid', { details });
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

/** Returns sixteen bytes that no other order has. */
function cloid(executionId: string, index: number): `0x${string}` {
  return `0x${createHash('sha256').update(`${executionId}:${index}`).digest('hex').slice(0, 32)}`;
}
