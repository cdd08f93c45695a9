import type { Market, Perpetual } from '../../market.js';
import { directionOf, type Order } from '../orders/order.js';
import { absolute, dividedUp, larger, notionalOf } from '../units.js';
import { type Account, leverageOf, type Position, unrealised } from './account.js';

/** The price at which positions are valued, in millionths. */
export type MarkPrices = (coin: string) => bigint;

/** A position with its value at the mark. */
export interface ValuedPosition {
  readonly coin: string;
  readonly perpetual: Perpetual;
  readonly position: Position;
  readonly isolated: boolean;
  readonly leverage: number;
  readonly markPriceMicro: bigint;
  /** Positive for long and short alike. */
  readonly valueMicroUsdc: bigint;
  readonly unrealisedMicroUsdc: bigint;
  /** The margin that holds it: initial margin under cross, all of its own balance when isolated. */
  readonly marginMicroUsdc: bigint;
  /** Below this it is liquidated: half of the initial margin at the coin's highest leverage. */
  readonly maintenanceMicroUsdc: bigint;
}

/** An account's margin at one moment. */
export interface MarginState {
  readonly positions: readonly ValuedPosition[];
  /** The whole perpetual account: cash, isolated margin, unrealised results. */
  readonly accountValueMicroUsdc: bigint;
  /** Without isolated positions. */
  readonly crossValueMicroUsdc: bigint;
  readonly crossMarginMicroUsdc: bigint;
  readonly crossMaintenanceMicroUsdc: bigint;
  /** The additional margin that live orders would need when they fill. */
  readonly ordersMicroUsdc: bigint;
  /** The margin available to new orders. */
  readonly availableMicroUsdc: bigint;
  /** The amount that may leave the account: 10 % of the value of cross positions always stays. */
  readonly withdrawableMicroUsdc: bigint;
}

/** Values an account at the mark prices, including its live orders. */
export function marginState(
  account: Account,
  orders: readonly Order[],
  markets: ReadonlyMap<string, Market>,
  markPrices: MarkPrices,
): MarginState {
  const positions = Object.entries(account.positions).map(([coin, position]) =>
    valued(account, coin, position, markets, markPrices(coin)),
  );
  const cross = positions.filter(({ isolated }) => !isolated);
  const crossValue = account.cashMicroUsdc + total(cross, (each) => each.unrealisedMicroUsdc);
  const crossMargin = total(cross, (each) => each.marginMicroUsdc);
  const ordersMargin = marginOfOrders(account, orders, markets);
  const isolatedMargin = total(positions, (each) => (each.isolated ? each.marginMicroUsdc : 0n));
  const available = larger(0n, crossValue - crossMargin - ordersMargin);
  const transferFloor = larger(crossMargin, total(cross, (each) => each.valueMicroUsdc) / 10n);
  return {
    positions,
    accountValueMicroUsdc: crossValue + isolatedMargin,
    crossValueMicroUsdc: crossValue,
    crossMarginMicroUsdc: crossMargin,
    crossMaintenanceMicroUsdc: total(cross, (each) => each.maintenanceMicroUsdc),
    ordersMicroUsdc: ordersMargin,
    availableMicroUsdc: available,
    withdrawableMicroUsdc: larger(0n, crossValue - transferFloor - ordersMargin),
  };
}

/** Returns the price at which the position would be liquidated if only this coin moved; undefined where there is none. */
export function liquidationPrice(state: MarginState, valuedPosition: ValuedPosition): number | undefined {
  const { position, perpetual, isolated, markPriceMicro } = valuedPosition;
  const buffer = isolated
    ? valuedPosition.marginMicroUsdc - valuedPosition.maintenanceMicroUsdc
    : state.crossValueMicroUsdc - state.crossMaintenanceMicroUsdc;
  const side = position.lots > 0n ? 1 : -1;
  const size = Number(absolute(position.lots)) / 10 ** perpetual.szDecimals;
  const maintenanceShare = 1 / (2 * perpetual.maxLeverage);
  const price = (Number(markPriceMicro) - (side * Number(buffer)) / size / (1 - side * maintenanceShare)) / 1e6;
  return price > 0 ? price : undefined;
}

/** Returns the margin that an order needs when it fills at the price: initial margin of the part that does not reduce the position. */
export function orderMargin(
  account: Account,
  order: Pick<Order, 'side' | 'lots' | 'reduceOnly'>,
  perpetual: Perpetual,
  priceMicro: bigint,
): bigint {
  const held = (account.positions[perpetual.coin]?.lots ?? 0n) * directionOf(order);
  const reducing = larger(0n, -held);
  const increasing = order.reduceOnly ? 0n : larger(0n, order.lots - reducing);
  const value = notionalOf(increasing, priceMicro, perpetual.szDecimals);
  return dividedUp(value, BigInt(leverageOf(account, perpetual).value));
}

/** Sums per coin the larger margin of both sides, since only one of them can add to the position. */
function marginOfOrders(account: Account, orders: readonly Order[], markets: ReadonlyMap<string, Market>): bigint {
  const resting = orders.filter(
    ({ trigger, status, reduceOnly }) => !reduceOnly && (trigger === null || status === 'triggered'),
  );
  let all = 0n;
  for (const [coin, ofCoin] of Map.groupBy(resting, (order) => order.coin)) {
    const perpetual = markets.get(coin)?.perpetual;
    if (perpetual === undefined) continue;
    all += larger(sideMargin(account, ofCoin, perpetual, 'B'), sideMargin(account, ofCoin, perpetual, 'A'));
  }
  return all;
}

function sideMargin(account: Account, orders: readonly Order[], perpetual: Perpetual, side: 'A' | 'B'): bigint {
  const ofSide = orders.filter((order) => order.side === side);
  const lots = ofSide.reduce((sum, order) => sum + order.lots, 0n);
  const value = ofSide.reduce((sum, { lots, limitPriceMicro }) => sum + lots * limitPriceMicro, 0n);
  return lots === 0n ? 0n : orderMargin(account, { side, lots, reduceOnly: false }, perpetual, value / lots);
}

function valued(
  account: Account,
  coin: string,
  position: Position,
  markets: ReadonlyMap<string, Market>,
  markPriceMicro: bigint,
): ValuedPosition {
  const perpetual = markets.get(coin)?.perpetual;
  if (perpetual === undefined) throw new Error(`a position in ${coin}, which is not listed`);
  const { type, value } = leverageOf(account, perpetual);
  const valueMicroUsdc = absolute(notionalOf(position.lots, markPriceMicro, perpetual.szDecimals));
  const unrealisedMicroUsdc = unrealised(position, markPriceMicro, perpetual);
  const isolated = type === 'isolated';
  return {
    coin,
    perpetual,
    position,
    isolated,
    leverage: value,
    markPriceMicro,
    valueMicroUsdc,
    unrealisedMicroUsdc,
    marginMicroUsdc: isolated
      ? position.isolatedMarginMicroUsdc + unrealisedMicroUsdc
      : dividedUp(valueMicroUsdc, BigInt(value)),
    maintenanceMicroUsdc: dividedUp(valueMicroUsdc, 2n * BigInt(perpetual.maxLeverage)),
  };
}

function total<Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + amount(item), 0n);
}
