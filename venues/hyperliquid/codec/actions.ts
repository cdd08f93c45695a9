import {
  BatchModifyRequest,
  CancelByCloidRequest,
  CancelRequest,
  ModifyRequest,
  OrderRequest,
  ScheduleCancelRequest,
  UpdateIsolatedMarginRequest,
  UpdateLeverageRequest,
} from '@nktkas/hyperliquid/api/exchange';
import { canonicalize } from '@nktkas/hyperliquid/signing';
import { inexactAt, type Problem, schemaProblem } from './exactness.js';

/**
 * The trading families: every action that the platform signs or lets a bot sign. Each only trades. Actions that move capital or grant
 * authority have routes and proofs of their own.
 */
const schemas = {
  order: OrderRequest.entries.action,
  cancel: CancelRequest.entries.action,
  cancelByCloid: CancelByCloidRequest.entries.action,
  modify: ModifyRequest.entries.action,
  batchModify: BatchModifyRequest.entries.action,
  scheduleCancel: ScheduleCancelRequest.entries.action,
  updateLeverage: UpdateLeverageRequest.entries.action,
  updateIsolatedMargin: UpdateIsolatedMarginRequest.entries.action,
} as const;

/** The venue's name of a trading family. */
export type TradingFamily = keyof typeof schemas;
/** The actions of each family, their fields in the venue's order and spelling, as signed. */
export type TradingActions = {
  readonly [Family in TradingFamily]: NonNullable<(typeof schemas)[Family]['~standard']['types']>['output'];
};
/** An action that only trades. */
export type TradingAction = TradingActions[TradingFamily];
/** One order in an action. */
export type OrderWire = TradingActions['order']['orders'][number];

/** An action in its signed form, or its problem. */
export type ParsedAction =
  | { readonly ok: true; readonly action: TradingAction }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The venue's names of all trading families. */
export const tradingFamilies: readonly string[] = Object.keys(schemas);

/** Returns whether a value names a trading family. */
export function isTradingFamily(type: unknown): type is TradingFamily {
  return typeof type === 'string' && Object.hasOwn(schemas, type);
}

/**
 * Reads an action of a family: its fields are put in the venue's order, decimals lose trailing zeros and hexadecimal is in
 * lower case, since all of it is signed. Nothing else is changed: an unknown or missing field, a number for a text or a text
 * for a number is a problem.
 */
export function parseTradingAction(family: TradingFamily, input: unknown): ParsedAction {
  const schema = schemas[family];
  const result = schema['~standard'].validate(input);
  if (result instanceof Promise) throw new Error('a schema of the venue is asynchronous');
  if (result.issues !== undefined) return { ok: false, problems: result.issues.map(schemaProblem) };
  const problems = inexactAt(input, result.value);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, action: canonicalize(schema, result.value) };
}
