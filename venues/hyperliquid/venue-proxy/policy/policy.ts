import type { Address } from 'viem';
import type { BotLimits } from '../../../live-bots/index.js';
import {
  type OrderWire,
  orderSize,
  orderValue,
  type TradingAction,
  type TradingActions,
  type TradingFamily,
  valuedOrder,
} from '../../codec/index.js';
import type { Assets } from './assets.js';
import type { Exposure } from './exposure.js';
import type { SetLeverage } from './leverages.js';
import { type Holding, marginOf } from './margin.js';

/** The parameters of the rules. */
export interface Policy {
  readonly limits: BotLimits;
  readonly assets: Assets;
  /** The platform's builder, to which each order pays its fee; absent where the platform takes none. */
  readonly builder?: PlatformBuilder | undefined;
}

/** Who receives the platform's fee on each order, and how much it is. */
export interface PlatformBuilder {
  readonly address: Address;
  readonly feeTenthsOfBasisPoint: number;
}

/** The effect of an action: orders that it places, orders that it replaces, a leverage that it sets. */
export interface Effect {
  readonly places: readonly OrderWire[];
  readonly replaces: readonly (number | string)[];
  readonly leverage?: SetLeverage;
}

type Rule<F extends TradingFamily> = (action: TradingActions[F], policy: Policy) => string | Effect;

const NONE: Effect = { places: [], replaces: [] };
/** The refusal of an action that would tie up more than the bot's capital. */
export const CAPITAL = 'This bot’s capital does not cover this order.';
const FOREIGN = 'This bot may not trade this asset.';
const UNKNOWN_ORDER = 'Cannot modify canceled or filled order';
/** The refusal of whatever opens after the bot's time. */
const ENDED = 'This bot may open no further position.';
const LOSS = 'This bot has lost what it may lose in a day.';

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
  updateLeverage: ({ asset, leverage, isCross }, { assets, limits }) => {
    const coin = assets.get(asset);
    if (coin === undefined) return FOREIGN;
    return leverage <= limits.maximumLeverage
      ? { ...NONE, leverage: { coin, value: leverage, isCross } }
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
  return { effect, needsExposure: changes || opens(effect) };
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
  if (!replacesOwn(effect, exposure)) return UNKNOWN_ORDER;
  const added = addedHoldings(effect, policy, exposure.midPrices);
  if (added === undefined) return 'This bot’s order has no value.';
  if (opens(effect)) {
    const reason = openingRefusal(effect, policy, exposure);
    if (reason !== undefined) return reason;
  }
  const { capitalMicroUsdc, maximumLeverage } = policy.limits;
  const { leverage } = effect;
  const held = [...exposure.positions, ...exposure.orders, ...exposure.unconfirmed];
  const leverages = { ...exposure.leverages, ...(leverage && { [leverage.coin]: leverage.value }) };
  const before = marginOf(held, exposure.leverages, maximumLeverage);
  const after = marginOf([...held, ...added], leverages, maximumLeverage);
  return after <= before || after <= capitalMicroUsdc ? undefined : CAPITAL;
}

/** Returns whether an effect places an order that may open a position. */
export function opens({ places }: Effect): boolean {
  return places.some(({ r }) => !r);
}

/**
 * Returns an action with all of its orders marked as reduce-only, where each of them is within the position that it reduces: it may be
 * sent whatever the limits say, since the venue lets it do nothing else. Undefined where one would open or turn a position.
 */
export function reduceOnly(
  action: TradingAction,
  effect: Effect,
  { assets }: Policy,
  exposure: Exposure,
): TradingAction | undefined {
  if (!opens(effect) || !replacesOwn(effect, exposure)) return undefined;
  const left = { ...exposure.sizes };
  for (const { a, b, s, r } of effect.places) {
    const coin = assets.get(a) ?? '';
    const held = left[coin] ?? 0n;
    const size = orderSize(s);
    if (r) continue;
    if (size === undefined || (b ? size > -held : size > held)) return undefined;
    left[coin] = b ? held + size : held - size;
  }
  if ('orders' in action) return { ...action, orders: action.orders.map(reducing) };
  if ('modifies' in action)
    return { ...action, modifies: action.modifies.map((each) => ({ ...each, order: reducing(each.order) })) };
  return 'order' in action ? { ...action, order: reducing(action.order) } : undefined;
}

/** Returns an action as it is sent: each order that is placed pays the platform's fee. */
export function withFee(action: TradingAction, { builder }: Policy): TradingAction {
  if (action.type !== 'order' || builder === undefined) return action;
  return { ...action, builder: { b: builder.address, f: builder.feeTenthsOfBasisPoint } };
}

/** Applies the limits of orders that may open a position, but for the capital. */
function openingRefusal({ places }: Effect, { limits }: Policy, exposure: Exposure): string | undefined {
  const { opensUntilMs, maximumOpenOrders, maximumDailyLossMicroUsdc, capitalMicroUsdc } = limits;
  const { nowMs, realizedTodayMicroUsdc, unrealizedMicroUsdc, orders, unconfirmed } = exposure;
  if (opensUntilMs !== null && nowMs >= opensUntilMs) return ENDED;
  if (-(realizedTodayMicroUsdc + unrealizedMicroUsdc) >= (maximumDailyLossMicroUsdc ?? capitalMicroUsdc)) return LOSS;
  return orders.length + unconfirmed.length + places.length > maximumOpenOrders
    ? `This bot may have ${maximumOpenOrders} open orders.`
    : undefined;
}

function replacesOwn({ replaces }: Effect, { orders }: Exposure): boolean {
  return replaces.every((id) => orders.some(({ oid, cloid }) => oid === id || cloid === id));
}

function reducing(order: OrderWire): OrderWire {
  return { ...order, r: true };
}

function placing(
  places: readonly OrderWire[],
  replaces: readonly (number | string)[],
  { assets }: Policy,
): string | Effect {
  return places.every(({ a }) => assets.has(a)) ? { places, replaces } : FOREIGN;
}

/** Returns a refusal of a fee that is not the platform's. Orders need not name it: it is added to each. */
function builderRefusal(named: TradingActions['order']['builder'], { builder }: Policy): string | undefined {
  if (named === undefined) return undefined;
  return builder !== undefined && named.b === builder.address && named.f === builder.feeTenthsOfBasisPoint
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
