import type { ActionDemand, KnownMarkets, MarketFacts } from '../../native-actions/index.js';
import { MARGIN_WHOLE, ordersOf, type TradingAction } from '../codec/index.js';

const MICRO_DECIMALS = 6;

/** What the worth of an order depends on. */
interface Valued {
  readonly marketIndex: number;
  readonly baseAmount: number;
  readonly price: number;
  readonly triggerPrice: number;
}

/** Returns the numbers of the markets that an action concerns, each once; none where it concerns all of the account's orders. */
export function marketsOf(action: TradingAction): number[] {
  const named = 'marketIndex' in action ? [action.marketIndex] : ordersOf(action).map(({ marketIndex }) => marketIndex);
  return [...new Set(named)].filter((index) => index !== undefined);
}

/**
 * Returns what an action would do at most. A changed order counts in full, and as one that opens: neither its side nor whether it only
 * reduces is in the change.
 */
export function demandOf(action: TradingAction, markets: KnownMarkets): ActionDemand {
  const factsOf = (index: number) => markets.get(String(index));
  const opening: readonly Valued[] =
    action.kind === 'modifyOrder' ? [action] : ordersOf(action).filter(({ isReduceOnly }) => !isReduceOnly);
  const setsLeverage = action.kind === 'updateLeverage';
  const named = marketsOf(action);
  return {
    symbols: named.length === 0 ? 'all' : named.map((index) => factsOf(index)?.symbol ?? `market ${index}`),
    ordersMicroUsdc: opening.map((order) => worthOf(order, factsOf(order.marketIndex))),
    leverages: setsLeverage
      ? [MARGIN_WHOLE / action.initialMarginFraction]
      : opening.map(({ marketIndex }) => factsOf(marketIndex)?.leverage),
    // A position with less margin has a higher leverage.
    reduces:
      opening.length === 0 && !setsLeverage && !(action.kind === 'updateMargin' && action.direction === 'remove'),
  };
}

/** At the highest of its price, its trigger and the market's price, for either side, in micro-USDC, rounded up. */
function worthOf({ baseAmount, price, triggerPrice }: Valued, facts: MarketFacts | undefined): bigint | undefined {
  const { decimals, midPrice } = facts ?? {};
  if (decimals === undefined || midPrice === undefined) return undefined;
  const market = unitsOf(midPrice, decimals.price);
  if (market === undefined) return undefined;
  const highest = [BigInt(price), BigInt(triggerPrice), market].reduce((one, other) => (one > other ? one : other));
  const divisor = 10n ** BigInt(decimals.size + decimals.price);
  return (BigInt(baseAmount) * highest * 10n ** BigInt(MICRO_DECIMALS) + divisor - 1n) / divisor;
}

/** Returns a decimal text in units of its market's last decimal, rounded up; undefined for any other text. */
function unitsOf(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return /[1-9]/.test(fraction.slice(decimals)) ? units + 1n : units;
}
