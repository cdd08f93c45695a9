import { marginFractionsOf } from '../listings.js';
import type { Market } from '../market.js';
import type { Order } from '../trading/order.js';
import type { Account, Position } from './account.js';
import { absolute, positionOf, smaller } from './position.js';

const WHOLE = 10_000n;

/** How positions that share their margin stand at an instant. */
export interface Margin {
  /** The collateral and what open positions have won. */
  readonly valueMicroUsdc: bigint;
  /** What positions need to be opened. */
  readonly requiredMicroUsdc: bigint;
  /** What positions need to be kept. */
  readonly maintenanceMicroUsdc: bigint;
  /** Below it, they are no longer the account's. */
  readonly closeOutMicroUsdc: bigint;
}

/** The margin of all positions of an account that are not isolated. */
export interface CrossMargin extends Margin {
  /** What is left for new orders. */
  readonly availableMicroUsdc: bigint;
}

/** Returns a market's price in units of its last decimal. */
export function markPrice(market: Market, nowMs: number): bigint {
  return unitsOf(market.priceAt(nowMs), market.listed.priceDecimals);
}

/** Returns a decimal number in units of its last decimal. */
export function unitsOf(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals));
}

/** Returns the share of a position's value that is its margin, in ten thousandths. */
export function marginFraction({ marginFractions }: Account, { listed }: Market): number {
  return marginFractions[listed.id] ?? marginFractionsOf(listed).initial;
}

/** Returns whether a market's position of an account has a margin of its own. */
export function isIsolated({ isolatedMarkets }: Account, marketId: number): boolean {
  return isolatedMarkets.includes(marketId);
}

/** Returns the margin of an account's positions that are not isolated, with what its live orders leave of it. */
export function marginOf(
  account: Account,
  orders: readonly Order[],
  markets: ReadonlyMap<number, Market>,
  nowMs: number,
): CrossMargin {
  let margin: Margin = { ...NOTHING, valueMicroUsdc: account.collateralMicroUsdc };
  let ordered = 0n;
  for (const [id, market] of markets) {
    if (!isIsolated(account, id)) margin = sum(margin, marginIn(account, market, nowMs));
    ordered += orderMargin(
      account,
      orders.filter(({ marketId }) => marketId === id),
      market,
    );
  }
  return { ...margin, availableMicroUsdc: margin.valueMicroUsdc - margin.requiredMicroUsdc - ordered };
}

/** Returns the margin of an isolated position. */
export function isolatedMarginOf(account: Account, market: Market, nowMs: number): Margin {
  const own = { ...NOTHING, valueMicroUsdc: positionOf(account, market.listed.id).allocatedMicroUsdc };
  return sum(own, marginIn(account, market, nowMs));
}

/** Returns what an account with all that it holds is worth. */
export function totalValueOf(account: Account, markets: ReadonlyMap<number, Market>, nowMs: number): bigint {
  const isolated = [...markets.values()].filter(({ listed }) => isIsolated(account, listed.id));
  return isolated.reduce(
    (worth, market) => worth + isolatedMarginOf(account, market, nowMs).valueMicroUsdc,
    marginOf(account, [], markets, nowMs).valueMicroUsdc,
  );
}

/** Returns what may be taken out of an isolated position: what it does not need, and no more than was put there. */
export function removableMargin(account: Account, market: Market, nowMs: number): bigint {
  const { valueMicroUsdc, requiredMicroUsdc } = isolatedMarginOf(account, market, nowMs);
  const spare = smaller(valueMicroUsdc - requiredMicroUsdc, positionOf(account, market.listed.id).allocatedMicroUsdc);
  return spare > 0n ? spare : 0n;
}

/** Returns the price at which a position would be liquidated while all others keep theirs; 0: at none. */
export function liquidationPrice(
  account: Account,
  market: Market,
  markets: ReadonlyMap<number, Market>,
  nowMs: number,
): bigint {
  const { id } = market.listed;
  const { size } = positionOf(account, id);
  if (size === 0n) return 0n;
  const margin = isIsolated(account, id)
    ? isolatedMarginOf(account, market, nowMs)
    : marginOf(account, [], markets, nowMs);
  const fraction = BigInt(marginFractionsOf(market.listed).maintenance);
  // The value and what has to be kept, moved from the price now to the one where they meet.
  const missing = (margin.maintenanceMicroUsdc - margin.valueMicroUsdc) * WHOLE;
  const perUnit = size * WHOLE - absolute(size) * fraction;
  const price = markPrice(market, nowMs) + missing / perUnit;
  return price > 0n ? price : 0n;
}

/** Returns what orders need beside the position: those that only reduce it need nothing, nor do those whose parts are placed later. */
export function orderMargin(account: Account, orders: readonly Order[], market: Market): bigint {
  const { size } = positionOf(account, market.listed.id);
  return orders.reduce((all, order) => {
    const reduces = size !== 0n && size > 0n === order.isAsk ? absolute(size) : 0n;
    const needsNothing = order.isReduceOnly || order.type === 'twap' || order.remaining <= reduces;
    const opening = needsNothing ? 0n : order.remaining - reduces;
    return all + share(opening * order.price, marginFraction(account, market));
  }, 0n);
}

/** Returns what a position of a size needs to be opened at the price now. */
export function requirementOf(account: Account, market: Market, size: bigint, nowMs: number): bigint {
  return share(absolute(size) * markPrice(market, nowMs), marginFraction(account, market));
}

/** Returns what a position has won since it was opened. */
export function unrealizedOf({ size, entryMicroUsdc }: Position, market: Market, nowMs: number): bigint {
  return size * markPrice(market, nowMs) - entryMicroUsdc;
}

const NOTHING: Margin = {
  valueMicroUsdc: 0n,
  requiredMicroUsdc: 0n,
  maintenanceMicroUsdc: 0n,
  closeOutMicroUsdc: 0n,
};

/** Returns what a position adds to the margin that it shares. */
function marginIn(account: Account, market: Market, nowMs: number): Margin {
  const position = positionOf(account, market.listed.id);
  if (position.size === 0n) return NOTHING;
  const { maintenance, closeOut } = marginFractionsOf(market.listed);
  const worth = absolute(position.size) * markPrice(market, nowMs);
  return {
    valueMicroUsdc: unrealizedOf(position, market, nowMs),
    requiredMicroUsdc: share(worth, marginFraction(account, market)),
    maintenanceMicroUsdc: share(worth, maintenance),
    closeOutMicroUsdc: share(worth, closeOut),
  };
}

function sum(one: Margin, other: Margin): Margin {
  return {
    valueMicroUsdc: one.valueMicroUsdc + other.valueMicroUsdc,
    requiredMicroUsdc: one.requiredMicroUsdc + other.requiredMicroUsdc,
    maintenanceMicroUsdc: one.maintenanceMicroUsdc + other.maintenanceMicroUsdc,
    closeOutMicroUsdc: one.closeOutMicroUsdc + other.closeOutMicroUsdc,
  };
}

/** Rounded up. */
function share(amount: bigint, fraction: number): bigint {
  return (amount * BigInt(fraction) + WHOLE - 1n) / WHOLE;
}
