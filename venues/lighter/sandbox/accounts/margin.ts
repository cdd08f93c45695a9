import type { Market } from '../market.js';
import { isLive, type Order } from '../trading/order.js';
import type { Account } from './account.js';
import { absolute, positionOf } from './position.js';

const WHOLE = 10_000n;

/** What the margin of an account comes to at an instant. */
export interface Margin {
  /** The collateral and what open positions have won. */
  readonly valueMicroUsdc: bigint;
  /** What positions need. */
  readonly requiredMicroUsdc: bigint;
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
  return marginFractions[listed.id] ?? Math.min(Number(WHOLE), listed.minInitialMargin * 2);
}

/** Returns the margin of an account with its live orders. */
export function marginOf(
  account: Account,
  orders: readonly Order[],
  markets: ReadonlyMap<number, Market>,
  nowMs: number,
): Margin {
  let valueMicroUsdc = account.collateralMicroUsdc;
  let requiredMicroUsdc = 0n;
  let ordered = 0n;
  for (const [id, market] of markets) {
    const { size, entryMicroUsdc } = positionOf(account, id);
    const worth = size * markPrice(market, nowMs);
    valueMicroUsdc += worth - entryMicroUsdc;
    requiredMicroUsdc += share(absolute(worth), marginFraction(account, market));
    ordered += orderMargin(
      account,
      orders.filter((order) => order.marketId === id && isLive(order)),
      market,
    );
  }
  return { valueMicroUsdc, requiredMicroUsdc, availableMicroUsdc: valueMicroUsdc - requiredMicroUsdc - ordered };
}

/** Returns what orders need beside the position: those that only reduce it need nothing, nor do those whose parts are placed later. */
export function orderMargin(account: Account, orders: readonly Order[], market: Market): bigint {
  const { size } = positionOf(account, market.listed.id);
  return orders.reduce((sum, order) => {
    const reduces = size !== 0n && size > 0n === order.isAsk ? absolute(size) : 0n;
    const needsNothing = order.isReduceOnly || order.type === 'twap' || order.remaining <= reduces;
    const opening = needsNothing ? 0n : order.remaining - reduces;
    return sum + share(opening * order.price, marginFraction(account, market));
  }, 0n);
}

/** Rounded up. */
function share(amount: bigint, fraction: number): bigint {
  return (amount * BigInt(fraction) + WHOLE - 1n) / WHOLE;
}
