import type { Market } from '../../market.js';
import type { ExchangeContext } from '../exchange-context.js';
import { ActionRefused } from '../refused.js';
import { parseDecimal, USDC_DECIMALS } from '../units.js';
import type { OrderWire } from '../wire.js';
import type { Order } from './order.js';

/** An action's fields for all its orders. */
export interface OrderGroup {
  /** `normalTpsl`: the first order's fill arms the others; `positionTpsl`: they close the position, at any size. */
  readonly grouping: 'na' | 'normalTpsl' | 'positionTpsl';
  readonly builder: { readonly b: string; readonly f: number } | undefined;
}

/** An order before it is placed. */
export interface Draft {
  readonly market: Market;
  readonly order: Order;
}

/** An invalid order refuses the whole payload, with one error for all of it. */
export class PayloadRefused extends Error {
  override readonly name = 'PayloadRefused';
}

/** The highest builder fee, in tenths of a basis point: 0.1 %. */
const BUILDER_FEE_MAX = 100;

/** Makes the order that a request describes. */
export function draftOrder(context: ExchangeContext, user: string, wire: OrderWire, group: OrderGroup): Draft {
  const market = marketOfAsset(context, wire.a);
  const { szDecimals, coin } = market.perpetual;
  const lots = parseDecimal(wire.s, szDecimals);
  const limitPriceMicro = parseDecimal(wire.p, USDC_DECIMALS);
  const trigger = 'trigger' in wire.t ? wire.t.trigger : undefined;
  const triggerPriceMicro = trigger === undefined ? 0n : parseDecimal(trigger.triggerPx, USDC_DECIMALS);
  const ofPosition = group.grouping === 'positionTpsl';
  if (lots === undefined) throw new PayloadRefused('Order has invalid size.');
  if (lots === 0n && !ofPosition) throw new PayloadRefused('Order has zero size.');
  if (limitPriceMicro === undefined || triggerPriceMicro === undefined)
    throw new PayloadRefused('Order has invalid price.');
  if (group.grouping !== 'na' && trigger !== undefined && !wire.r)
    throw new PayloadRefused('TP/SL orders must be reduce only.');
  return {
    market,
    order: {
      oid: context.store.journal.next('order'),
      user,
      coin,
      cloid: wire.c ?? null,
      side: wire.b ? 'B' : 'A',
      limitPriceMicro,
      originalLots: lots,
      lots,
      reduceOnly: wire.r,
      tif: 'limit' in wire.t ? wire.t.limit.tif : null,
      trigger:
        trigger === undefined
          ? null
          : { priceMicro: triggerPriceMicro, isMarket: trigger.isMarket, tpsl: trigger.tpsl },
      parentOid: null,
      ofPosition: ofPosition && trigger !== undefined,
      builder: group.builder === undefined ? null : { address: group.builder.b, tenthsOfBasisPoint: group.builder.f },
      twapId: null,
      placedMs: context.nowMs,
      status: 'open',
      statusMs: context.nowMs,
    },
  };
}

/** Refuses a builder fee that the user has not approved. */
export function checkBuilder(context: ExchangeContext, user: string, builder: OrderGroup['builder']): void {
  if (builder === undefined || builder.f === 0) return;
  const approved = context.store.accountOrNew(user).builderFees[builder.b] ?? 0;
  if (builder.f > BUILDER_FEE_MAX || builder.f > approved)
    throw new ActionRefused('Builder fee has not been approved.');
}

/** Returns the market of an asset id. */
export function marketOfAsset({ markets }: ExchangeContext, asset: number): Market {
  const market = [...markets.values()][asset];
  if (market === undefined) throw new ActionRefused(`Invalid asset ${asset}`);
  return market;
}

/** Returns the asset id of a coin. */
export function assetOf({ markets }: ExchangeContext, coin: string): number {
  return [...markets.keys()].indexOf(coin);
}
