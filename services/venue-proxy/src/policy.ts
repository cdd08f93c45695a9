import type { OrderWire, TradingAction, TradingActions, TradingFamily } from '@platform/venue-hyperliquid';
import { orderValue, valuedOrder } from './exposure.js';
import type { Assets, Mandate } from './mandate.js';
import type { Standing } from './standing.js';

/** What the rules are applied with. */
export interface Policy {
  readonly mandate: Mandate;
  readonly assets: Assets;
}

/** What an action comes to: orders that it places and orders that it replaces. */
interface Effect {
  readonly places: readonly OrderWire[];
  readonly replaces: readonly (number | string)[];
}

type Rule<F extends TradingFamily> = (action: TradingActions[F], policy: Policy) => string | Effect;

const NONE: Effect = { places: [], replaces: [] };
const FOREIGN = 'This bot may not trade this asset.';

/** What each family of actions must comply with whatever the bot has: the reason of a refusal, or the effect. */
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
  updateLeverage: ({ asset, leverage }, { assets, mandate }) => {
    if (!assets.has(asset)) return FOREIGN;
    return leverage <= mandate.maximumLeverage ? NONE : `This bot may set a leverage of ${mandate.maximumLeverage}.`;
  },
  updateIsolatedMargin: () => 'This bot may not do updateIsolatedMargin.',
  scheduleCancel: () => NONE,
};

/** An action that passed the rules; `needsStanding` says whether the bot's standing decides about it, too. */
export interface Permitted {
  readonly effect: Effect;
  readonly needsStanding: boolean;
}

/** Applies the rules that need no look at the venue: the reason of a refusal, or what is permitted. */
export function permit(action: TradingAction, policy: Policy): string | Permitted {
  const effect = applied(action.type, action, policy);
  if (typeof effect === 'string') return effect;
  return { effect, needsStanding: effect.replaces.length > 0 || effect.places.some(({ r }) => !r) };
}

/** The rule of a family applied to an action, which the family's type names. */
function applied<F extends TradingFamily>(family: F, action: TradingActions[F], policy: Policy): string | Effect {
  return rules[family](action, policy);
}

/** What the orders add to the bot's exposure at most; undefined when one can't be valued. */
export function addedValue({ places }: Effect, { assets }: Policy, { midPrices }: Standing): bigint | undefined {
  let sum = 0n;
  for (const order of places.filter(({ r }) => !r)) {
    const mid = midPrices[assets.get(order.a) ?? ''];
    const value = mid === undefined ? undefined : orderValue(valuedOrder(order), mid);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

/**
 * Applies the rules that the standing decides: why an effect is refused, or undefined. A replaced order counts beside the
 * new one, since it may fill before it is replaced.
 */
export function standingRefusal(effect: Effect, policy: Policy, standing: Standing): string | undefined {
  const isOwn = (id: number | string) => standing.orders.some(({ oid, cloid }) => oid === id || cloid === id);
  if (!effect.replaces.every(isOwn)) return 'Cannot modify canceled or filled order';
  const added = addedValue(effect, policy, standing);
  if (added === undefined) return 'This bot’s order has no value.';
  const { capitalMicroUsdc, maximumLeverage } = policy.mandate;
  if (added === 0n || exposure(standing) + added <= capitalMicroUsdc * BigInt(maximumLeverage)) return undefined;
  return 'This bot’s capital does not cover this order.';
}

function exposure({ positionsMicroUsdc, orders, inDoubtMicroUsdc }: Standing): bigint {
  return orders.reduce((sum, { valueMicroUsdc }) => sum + valueMicroUsdc, positionsMicroUsdc + inDoubtMicroUsdc);
}

function placing(
  places: readonly OrderWire[],
  replaces: readonly (number | string)[],
  { assets }: Policy,
): string | Effect {
  return places.every(({ a }) => assets.has(a)) ? { places, replaces } : FOREIGN;
}

/** Each order pays the platform's fee, and nobody else's. */
function builderRefusal(builder: TradingActions['order']['builder'], { mandate }: Policy): string | undefined {
  const { address, feeTenthsOfBasisPoint } = mandate.builder ?? {};
  return builder?.b === address && builder?.f === feeTenthsOfBasisPoint
    ? undefined
    : 'This bot’s orders carry the builder fee of the platform.';
}

/** A bought priority costs a fee; and what hangs on another order or a position is not listed, so it may only reduce. */
function groupingRefusal(
  grouping: TradingActions['order']['grouping'],
  orders: readonly OrderWire[],
): string | undefined {
  if (typeof grouping === 'object') return 'This bot may not pay for priority.';
  if (grouping === 'na' || orders.every(({ r, t }) => r || !('trigger' in t))) return undefined;
  return 'This bot’s take-profit and stop-loss orders must be reduce-only.';
}
