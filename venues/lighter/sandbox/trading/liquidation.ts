import type { Account } from '../accounts/account.js';
import { isIsolated, isolatedMarginOf, type Margin, marginOf, markPrice } from '../accounts/margin.js';
import { absolute, positionOf } from '../accounts/position.js';
import { marginFractionsOf } from '../listings.js';
import type { Market } from '../market.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { end, endIdleReductions, fill } from './fills.js';
import { take } from './matching.js';
import type { Order } from './order.js';

/**
 * Liquidations, by `liquidation.rs` and `internal_liquidate_position.rs` of github.com/elliottech/lighter-prover: below the maintenance margin
 * orders end and positions are closed within their zero price, at which the account gets no less healthy; below the close-out margin the
 * venue's insurance fund takes them over at that price. Simplified: one position after the other, a second apart, as a whole and without a fee.
 */

const WHOLE = 10_000n;

/** Closes a position of each account that has too little margin. */
export function liquidate(context: ExecutionContext): void {
  const { store, markets, nowMs } = context;
  for (const { index, positions } of store.accounts()) {
    const held = [...markets.values()].filter(({ listed }) => (positions[listed.id]?.size ?? 0n) !== 0n);
    if (held.length === 0) continue;
    for (const market of held) liquidateIsolated(context, index, market);
    const account = store.account(index);
    const margin = account && marginOf(account, [], markets, nowMs);
    if (account === undefined || margin === undefined || isKept(margin)) continue;
    endOrders(context, account, (marketId) => !isIsolated(account, marketId));
    const largest = largestOf(context, account);
    if (largest !== undefined) close(context, account, largest, margin);
  }
}

/** Closes all positions of an account at the mark price, whatever its margin. */
export function liquidateAccount(context: ExecutionContext, owner: string): void {
  const { store, markets, nowMs } = context;
  const account = store.accountOfOwner(owner);
  if (account === undefined) return;
  endOrders(context, account, () => true);
  for (const [id, market] of markets)
    if (positionOf(account, id).size !== 0n) {
      const order = orderOf(context, account, market, markPrice(market, nowMs));
      store.orders.save(fill(context, market, order, { size: order.size, price: order.price, isTaken: true }));
    }
}

function liquidateIsolated(context: ExecutionContext, index: number, market: Market): void {
  const { id } = market.listed;
  const account = context.store.account(index);
  if (account === undefined || !isIsolated(account, id) || positionOf(account, id).size === 0n) return;
  const margin = isolatedMarginOf(account, market, context.nowMs);
  if (isKept(margin)) return;
  endOrders(context, account, (marketId) => marketId === id);
  close(context, account, market, margin);
}

function isKept({ valueMicroUsdc, maintenanceMicroUsdc }: Margin): boolean {
  return maintenanceMicroUsdc === 0n || valueMicroUsdc >= maintenanceMicroUsdc;
}

function endOrders(context: ExecutionContext, { index }: Account, isMeant: (marketId: number) => boolean): void {
  for (const order of context.store.orders.liveOf(index))
    if (isMeant(order.marketId)) end(context, order, 'canceled-liquidation');
}

/** Returns the market of the largest position that shares its margin. */
function largestOf({ markets, nowMs }: ExecutionContext, account: Account): Market | undefined {
  const worth = ({ listed }: Market) => absolute(positionOf(account, listed.id).size);
  const valued = [...markets.values()]
    .filter((market) => worth(market) > 0n && !isIsolated(account, market.listed.id))
    .map((market) => ({ market, value: worth(market) * markPrice(market, nowMs) }));
  return valued.toSorted((one, other) => (one.value < other.value ? 1 : -1))[0]?.market;
}

/** Closes a position against the book within its zero price, or has the insurance fund take it over. */
function close(context: ExecutionContext, account: Account, market: Market, margin: Margin): void {
  const { store, nowMs } = context;
  const order = orderOf(context, account, market, zeroPrice(account, market, margin, nowMs));
  if (margin.valueMicroUsdc >= margin.closeOutMicroUsdc) take(context, market, order);
  else {
    const { size, price } = order;
    store.orders.save(fill(context, market, order, { size, price, isTaken: true, isTakenOver: true }));
    endIdleReductions(context, account.index, market.listed.id);
  }
}

/** Returns the price at which closing a position changes nothing in how healthy the rest is. */
function zeroPrice(account: Account, market: Market, margin: Margin, nowMs: number): bigint {
  const { valueMicroUsdc: value, maintenanceMicroUsdc: kept } = margin;
  const { size } = positionOf(account, market.listed.id);
  const mark = markPrice(market, nowMs);
  const off = (mark * BigInt(marginFractionsOf(market.listed).maintenance) * value) / (kept * WHOLE);
  const price = size > 0n ? mark - off : mark + off;
  return price > 0n ? price : 1n;
}

function orderOf({ store, nowMs }: ExecutionContext, account: Account, market: Market, price: bigint): Order {
  const { size: held } = positionOf(account, market.listed.id);
  const size = absolute(held);
  return {
    ...{ index: store.orders.nextIndex(), clientIndex: 0, accountIndex: account.index, marketId: market.listed.id },
    ...{ isAsk: held > 0n, type: 'liquidation', timeInForce: 'immediateOrCancel', isReduceOnly: true, status: 'open' },
    ...{ size, remaining: size, filledMicroUsdc: 0n, unfilled: 0n, price, triggerPrice: 0n, expiresMs: 0, nonce: 0n },
    ...{ parentIndex: 0, siblingIndex: 0, nextPartMs: 0, createdMs: nowMs, changedMs: nowMs },
  };
}
