import { type JsonObject, parseJsonObject } from '@platform/kit/json';
import type { ActionFamily, NativeAction } from '../../native-actions/index.js';
import {
  identifiedAction,
  isTradingFamily,
  parseTradingAction,
  type TradingAction,
  tradingFamilies,
} from '../codec/index.js';
import { demandOf, marketsOf } from './demand.js';

/** The trading actions of Lighter, by the official client's methods; those that move capital or grant authority are left out. */
export const lighterActions = {
  types: tradingFamilies,
  family: ({ type }: JsonObject): ActionFamily | undefined =>
    isTradingFamily(type) ? { parse: nativeAction } : undefined,
};

/** Reads the text of an action that was identified before. */
export function readAction(actionJson: string): TradingAction {
  return parsedAction(parseJsonObject(actionJson));
}

function nativeAction(input: JsonObject): NativeAction {
  const action = parsedAction(input);
  return {
    type: String(input['type']),
    markets: marketsOf(action).map(String),
    demandOf: (markets) => demandOf(action, markets),
    identified: (executionId) => JSON.stringify(identifiedAction(input, action, executionId)),
  };
}

function parsedAction(input: JsonObject): TradingAction {
  const { type } = input;
  if (!isTradingFamily(type)) throw new Error('an action has no family');
  return parseTradingAction(type, input);
}
