import { PlatformError } from '@platform/errors';
import type { LegacyGetDeploymentHoldingsQuery } from '../../generated/operations.js';

/** The venue has no market orders: what frameworks send in their place is filled at once or not at all, at most 5 % away. */
const SLIPPAGE = 0.05;
const SIGNIFICANT_FIGURES = 5;

type Holdings = LegacyGetDeploymentHoldingsQuery;
type HeldMarket = NonNullable<Holdings['deployment']['markets'][number]>;

/** What an account holds, and the markets that matter. */
interface Held {
  readonly markets: readonly (HeldMarket | null)[];
  readonly positions: Holdings['wallet']['positions'];
  readonly openOrders: Holdings['wallet']['openOrders'];
}

/** One native action of an exit: the orders of a market that it cancels, or the position there that it closes. */
export type ExitAction =
  | { readonly kind: 'cancel'; readonly symbol: string; readonly action: object; readonly orders: number }
  | { readonly kind: 'close'; readonly symbol: string; readonly action: object; readonly size: string };

/**
 * Returns the actions that leave nothing of an account in some markets, in the venue's own shapes: first its orders are cancelled, then its
 * positions are closed by orders that can only reduce. Throws `context_upstream_unavailable` where what an order needs of a market is not known.
 */
export function actionsOf({ markets, positions, openOrders }: Held): ExitAction[] {
  const known = markets.filter((market) => market !== null);
  const cancels = known.flatMap((market): ExitAction[] => {
    const orders = openOrders.filter(({ symbol }) => symbol === market.symbol);
    if (orders.length === 0) return [];
    const asset = numberOf(market);
    const action = { type: 'cancel', cancels: orders.map(({ id }) => ({ a: asset, o: Number(id) })) };
    return [{ kind: 'cancel', symbol: market.symbol, action, orders: orders.length }];
  });
  const closes = known.flatMap((market): ExitAction[] =>
    positions
      .filter(({ symbol }) => symbol === market.symbol)
      .map(({ side, size }) => ({ kind: 'close', symbol: market.symbol, action: closing(market, side, size), size })),
  );
  return [...cancels, ...closes];
}

function closing(market: HeldMarket, side: string, size: string): object {
  const isBuy = side === 'short';
  const price = (market.ticker?.mark ?? unknown(market)) * (isBuy ? 1 + SLIPPAGE : 1 - SLIPPAGE);
  const order = { a: numberOf(market), b: isBuy, p: priceText(price, market.tickSize), s: size, r: true };
  return { type: 'order', orders: [{ ...order, t: { limit: { tif: 'Ioc' } } }], grouping: 'na' };
}

/** Returns a price as the venue takes it: with five significant figures at most, and no more decimals than its present step has. */
export function priceText(price: number, tickSize: string): string {
  const decimals = tickSize.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const rounded = Number(price.toPrecision(SIGNIFICANT_FIGURES));
  return rounded.toFixed(decimals);
}

function numberOf(market: HeldMarket): number {
  return market.venueNumber ?? unknown(market);
}

function unknown({ symbol }: HeldMarket): never {
  throw new PlatformError('context_upstream_unavailable', {
    message: `The number or the price of ${symbol} is not known at present.`,
  });
}
