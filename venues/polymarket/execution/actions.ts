import type { JsonObject } from '@platform/kit/json';
import { z } from 'zod';
import type { ActionDemand, ActionFamily, NativeAction } from '../../native-actions/index.js';
import {
  amountsOf,
  canonicalSymbol,
  isTradingFamily,
  parseTradingAction,
  saltOf,
  type TradingAction,
  type TradingFamily,
  tradingFamilies,
} from '../codec/index.js';

/** The trading actions of Polymarket. */
export const polymarketActions = {
  types: tradingFamilies,
  family: ({ type }: JsonObject): ActionFamily | undefined =>
    isTradingFamily(type) ? { parse: (input) => nativeAction(type, input) } : undefined,
};

const identified = z.object({ action: z.looseObject({ type: z.string().refine(isTradingFamily) }), salt: z.int() });

/** Reads the text of an action that was identified before. */
export function readAction(actionJson: string): { readonly action: TradingAction; readonly salt: number } {
  const { action: input, salt } = identified.parse(JSON.parse(actionJson));
  const { type } = input;
  if (!isTradingFamily(type)) throw new Error('a stored action has no family');
  return { action: parseTradingAction(type, input), salt };
}

function nativeAction(type: TradingFamily, input: JsonObject): NativeAction {
  const action = parseTradingAction(type, input);
  return {
    type,
    markets: tokensOf(action).map(String),
    demandOf: () => demandOf(action),
    identified: (executionId) => JSON.stringify({ action: input, salt: saltOf(executionId) }),
  };
}

/** Returns the tokens that an action names; none where it names orders, a market or all orders. */
function tokensOf(action: TradingAction): bigint[] {
  if (action.kind === 'placement') return [action.asset.id];
  if (action.kind !== 'cancellation') return [];
  const { of } = action;
  return 'tokenId' in of && of.tokenId !== undefined ? [of.tokenId] : [];
}

/**
 * Shares can be sold only by those who have them: a sale opens nothing, nor do a merge and a redemption. A purchase is worth what it pays at
 * most, a split what it pays.
 */
function demandOf(action: TradingAction): ActionDemand {
  const tokens = tokensOf(action);
  const symbols = tokens.length === 0 ? 'all' : tokens.map((token) => canonicalSymbol(String(token)));
  const worth = worthOf(action);
  return {
    symbols,
    ordersMicroUsdc: worth === undefined ? [] : [worth],
    leverages: worth === undefined ? [] : [1],
    reduces: worth === undefined,
  };
}

/** At the finest tick: a limit that is off its market's ticks is not signed, and a market's is cut. Undefined for what opens nothing. */
function worthOf(action: TradingAction): bigint | undefined {
  if (action.kind === 'split') return action.amount;
  if (action.kind !== 'placement' || action.side !== 'BUY') return undefined;
  return amountsOf(action.sizing, action.side, '0.0001').makerAmount;
}
