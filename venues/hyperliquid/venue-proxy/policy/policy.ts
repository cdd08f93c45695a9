import type { BotLimits } from '../../../live-bots/index.js';
import {
  type OrderWire,
  orderValue,
  type TradingAction,
  type TradingActions,
  type TradingFamily,
  valuedOrder,
} from '../../codec/index.js';
import type { Assets } from './assets.js';
import type { Exposure } from './exposure.js';
import { type Holding, marginOf } from './margin.js';

/** The parameters of the rules. */
export interface Policy {
  readonly limits: BotLimits;
  readonly assets: Assets;
}

/** The effect of an action: orders that it places, orders that it replaces, a leverage that it sets. */
export interface Effect {
  readonly places: readonly OrderWire[];
  readonly replaces: readonly (number | string)[];
  readonly leverage?: { readonly coin: string; readonly value: number };
}

type Rule<F extends TradingFamily> = (action: TradingActions[F], policy: Policy) => string | Effect;

const NONE: Effect = { places: [], replaces: [] };
/** The refusal of an action that would tie up more than the bot's capital. */
export const CAPITAL = 'This bot’s capital does not cover this order.';
const FOREIGN = 'This bot may not trade this asset.';

/** The rules of each family of actions that apply at any exposure: the reason of a refusal, or the effect. */
const rules: { readonly [F in TradingFamily]: Rule<F> } = {
  order: ({ orders, grouping, builder }, policy) =>
    builderRefusal(builder, policy) ?? groupingRefusal(grouping, orders) ?? placing(orders, [], policy),
  modify: ({ oid, order }, policy) => placing([order], [oid], policy),
  batchModify: ({ modifies }, policy) =>
    placing(
      modifies.map(({ order }) => order),
      modifies.map(({ oid }) => oid),
      policy,
    ),
  cancel: ({ cancels }, { assets }) => (cancels.every(({ a }) => assets.has(a)) ? NONE : FOREIGN),
  cancelByCloid: ({ cancels }, { assets }) => (cancels.every(({ asset }) => assets.has(asset)) ? NONE : FOREIGN),
  updateLeverage: ({ asset, leverage }, { assets, limits }) => {
    const coin = assets.get(asset);
    if (coin === undefined) return FOREIGN;
    return leverage <= limits.maximumLeverage
      ? { ...NONE, leverage: { coin, value: leverage } }
      : `This bot may set a leverage of ${limits.maximumLeverage}.`;
  },
  updateIsolatedMargin: () => 'This bot may not do updateIsolatedMargin.',
  // It ends all of the account's orders, including those of others.
  scheduleCancel: () => 'This bot may not do scheduleCancel.',
};

/** An action that passed the rules; `needsExposure` says whether the bot's exposure is judged as well. */
export interface Permitted {
  readonly effect: Effect;
  readonly needsExposure: boolean;
}

/** Applies the rules that need no read of the venue; returns the reason of a refusal, or what is permitted. */
export function permit(action: TradingAction, policy: Policy): string | Permitted {
  const effect = applied(action.type, action, policy);
  if (typeof effect === 'string') return effect;
  const changes = effect.replaces.length > 0 || effect.leverage !== undefined;
  return { effect, needsExposure: changes || effect.places.some(({ r }) => !r) };
}

/** Applies a family's rule to an action; the family's type names the rule. */
function applied<F extends TradingFamily>(family: F, action: TradingActions[F], policy: Policy): string | Effect {
  return rules[family](action, policy);
}

/** Returns what each order adds to the bot's holdings at most, zero where it only reduces; undefined when one can't be valued. */
export function addedHoldings(
  { places }: Effect,
  { assets }: Policy,
  midPrices: Exposure['midPrices'],
): Holding[] | undefined {
  const added: Holding[] = [];
  for (const order of places) {
    const coin = assets.get(order.a) ?? '';
    const mid = midPrices[coin];
    const value = order.r ? 0n : mid === undefined ? undefined : orderValue(valuedOrder(order), mid);
    if (value === undefined) return undefined;
    added.push({ coin, valueMicroUsdc: value });
  }
  return added;
}

/**
 * Applies the rules that depend on the exposure; returns why an effect is refused, or undefined. A replaced order counts beside the new
 * one, since it may fill before it is replaced; a lower leverage ties up more of the existing capital.
 */
export function exposureRefusal(effect: Effect, policy: Policy, exposure: Exposure): string | undefined {
  const isOwn = (id: number | string) => exposure.orders.some(({ oid, cloid }) => oid === id || cloid === id);
  if (!effect.replaces.every(isOwn)) return 'Cannot modify canceled or filled order';
  const added = addedHoldings(effect, policy, exposure.midPrices);
  if (added === undefined) return 'This bot’s order has no value.';
  const { capitalMicroUsdc, maximumLeverage } = policy.limits;
  const { leverage } = effect;
  const held = [...exposure.positions, ...exposure.orders, ...exposure.unconfirmed];
  const leverages = { ...exposure.leverages, ...(leverage && { [leverage.coin]: leverage.value }) };
  const before = marginOf(held, exposure.leverages, maximumLeverage);
  const after = marginOf([...held, ...added], leverages, maximumLeverage);
  return after <= before || after <= capitalMicroUsdc ? undefined : CAPITAL;
}

function placing(
  places: readonly OrderWire[],
  replaces: readonly (number | string)[],
  { assets }: Policy,
): string | Effect {
  return places.every(({ a }) => assets.has(a)) ? { places, replaces } : FOREIGN;
}

/** Returns a refusal unless each order pays exactly the platform's fee. */
function builderRefusal(builder: TradingActions['order']['builder'], { limits }: Policy): string | undefined {
  const { address, feeTenthsOfBasisPoint } = limits.builder ?? {};
  return builder?.b === address && builder?.f === feeTenthsOfBasisPoint
    ? undefined
    : 'This bot’s orders carry the builder fee of the platform.';
}

/**
 * Returns the refusal of a grouping: a bought priority costs a fee, and orders attached to another order or a position are not listed, so
 * they may only reduce.
 */
function groupingRefusal(
  grouping: TradingActions['order']['grouping'],
  orders: readonly OrderWire[],
): string | undefined {
  if (typeof grouping === 'object') return 'This bot may not pay for priority.';
  if (grouping === 'na' || orders.every(({ r, t }) => r || !('trigger' in t))) return undefined;
  return 'This bot’s take-profit and stop-loss orders must be reduce-only.';
}
