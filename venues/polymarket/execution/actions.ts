import type { JsonObject } from '@platform/kit/json';
import { z } from 'zod';
import type { ActionDemand, ActionFamily, NativeAction } from '../../native-actions/index.js';
import {
  amountsOf,
  type Cancellation,
  canonicalSymbol,
  isTradingFamily,
  type OrderPlacement,
  parseTradingAction,
  saltOf,
  type TradingAction,
  type TradingFamily,
  tradingFamilies,
} from '../codec/index.js';

/** An action that the CLOB takes. */
export type ClobAction = OrderPlacement | Cancellation;

/** Families whose actions the chain takes, not the CLOB: they are not signed yet. */
const CHAIN_FAMILIES: readonly string[] = [
  'redeemPositions',
  'splitPosition',
  'mergePositions',
] satisfies TradingFamily[];

/** The trading actions of Polymarket that are signed: orders and cancels. */
export const polymarketActions = {
  types: tradingFamilies.filter((family) => !CHAIN_FAMILIES.includes(family)),
  family: ({ type }: JsonObject): ActionFamily | undefined =>
    isTradingFamily(type) && !CHAIN_FAMILIES.includes(type)
      ? { parse: (input) => nativeAction(type, input) }
      : undefined,
};

const identified = z.object({ action: z.looseObject({ type: z.string().refine(isTradingFamily) }), salt: z.int() });

/** Reads the text of an action that was identified before. */
export function readAction(actionJson: string): { readonly action: ClobAction; readonly salt: number } {
  const { action: input, salt } = identified.parse(JSON.parse(actionJson));
  const { type } = input;
  if (!isTradingFamily(type)) throw new Error('a stored action has no family');
  return { action: clobAction(parseTradingAction(type, input)), salt };
}

function nativeAction(type: TradingFamily, input: JsonObject): NativeAction {
  const action = clobAction(parseTradingAction(type, input));
  return {
    type,
    markets: tokensOf(action).map(String),
    demandOf: () => demandOf(action),
    identified: (executionId) => JSON.stringify({ action: input, salt: saltOf(executionId) }),
  };
}

function clobAction(action: TradingAction): ClobAction {
  if (action.kind !== 'placement' && action.kind !== 'cancellation') throw new Error('the CLOB takes no such action');
  return action;
}

/** Returns the tokens that an action names; none where it names orders, a market or all orders. */
function tokensOf(action: ClobAction): bigint[] {
  if (action.kind === 'placement') return [action.asset.id];
  const { of } = action;
  return 'tokenId' in of && of.tokenId !== undefined ? [of.tokenId] : [];
}

/** Shares can be sold only by those who have them: a sale opens nothing. A purchase is worth what it pays at most. */
function demandOf(action: ClobAction): ActionDemand {
  const tokens = tokensOf(action);
  const symbols = tokens.length === 0 ? 'all' : tokens.map((token) => canonicalSymbol(String(token)));
  const buys = action.kind === 'placement' && action.side === 'BUY';
  return {
    symbols,
    ordersMicroUsdc: buys ? [worthOf(action)] : [],
    leverages: buys ? [1] : [],
    reduces: !buys,
  };
}

/** At the finest tick: a limit that is off its market's ticks is not signed, and a market's is cut. */
function worthOf({ sizing, side }: OrderPlacement): bigint {
  return amountsOf(sizing, side, '0.0001').makerAmount;
}
