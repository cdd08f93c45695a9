import type { Transaction } from '../../transactions/index.js';
import { isIsolated, isolatedMarginOf, marginOf, removableMargin } from '../accounts/margin.js';
import { positionOf } from '../accounts/position.js';
import { CODES } from '../refusal.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { rejected } from '../sequencer/rejected.js';
import { end } from './fills.js';

/** Cancels all orders of an account now, at a later time, or never mind. */
export function cancelAllOrders(
  { accountIndex, timing, time }: Extract<Transaction, { kind: 'cancelAllOrders' }>,
  context: ExecutionContext,
): void {
  if (timing === 'immediate') endAll(context, accountIndex);
  else schedule(context, accountIndex, timing === 'scheduled' ? Number(time) : 0);
}

/** Ends all orders of an account, and what it had scheduled. */
export function endAll(context: ExecutionContext, accountIndex: number): void {
  for (const order of context.store.orders.liveOf(accountIndex)) end(context, order, 'canceled');
}

/** Sets when all orders of an account are canceled; 0: never. */
export function schedule({ store }: ExecutionContext, accountIndex: number, cancelAllMs: number): void {
  const account = store.account(accountIndex);
  if (account !== undefined) store.saveAccount({ ...account, cancelAllMs });
}

/** Sets how much margin a market's positions need, and whether it is their own. */
export function updateLeverage(
  transaction: Extract<Transaction, { kind: 'updateLeverage' }>,
  context: ExecutionContext,
): void {
  const { store, markets, nowMs } = context;
  const { accountIndex, marketIndex, initialMarginFraction, marginMode } = transaction;
  const { account, market } = parts(context, accountIndex, marketIndex);
  if (initialMarginFraction < market.listed.minInitialMargin)
    throw rejected(CODES.invalidMarginFraction, 'invalid margin fraction');
  const orders = store.orders.liveOf(accountIndex);
  const isUsed =
    positionOf(account, marketIndex).size !== 0n || orders.some(({ marketId }) => marketId === marketIndex);
  const isNowIsolated = marginMode === 'isolated';
  if (isUsed && isNowIsolated !== isIsolated(account, marketIndex))
    throw rejected(CODES.invalidMarginMode, 'invalid margin mode');
  const others = account.isolatedMarkets.filter((id) => id !== marketIndex);
  const changed = {
    ...account,
    marginFractions: { ...account.marginFractions, [marketIndex]: initialMarginFraction },
    isolatedMarkets: isNowIsolated ? [...others, marketIndex] : others,
    changedMs: nowMs,
  };
  const own = isolatedMarginOf(changed, market, nowMs);
  const isShort =
    marginOf(changed, orders, markets, nowMs).availableMicroUsdc < 0n ||
    (isNowIsolated && own.valueMicroUsdc < own.requiredMicroUsdc);
  if (isShort) throw rejected(CODES.belowInitialMargin, "account is below initial margin, can't execute transaction");
  store.saveAccount(changed);
}

/** Moves margin between the account and an isolated position of it. */
export function updateMargin(
  { accountIndex, marketIndex, amount, direction }: Extract<Transaction, { kind: 'updateMargin' }>,
  context: ExecutionContext,
): void {
  const { store, markets, nowMs } = context;
  const { account, market } = parts(context, accountIndex, marketIndex);
  const position = positionOf(account, marketIndex);
  if (!isIsolated(account, marketIndex)) throw rejected(CODES.invalidMarginMode, 'invalid margin mode');
  if (position.size === 0n) throw rejected(CODES.noPosition, 'no position found');
  const isAdded = direction === 'add';
  const free = isAdded
    ? marginOf(account, store.orders.liveOf(accountIndex), markets, nowMs).availableMicroUsdc
    : removableMargin(account, market, nowMs);
  if (amount > free)
    throw rejected(CODES.belowInitialMargin, "account is below initial margin, can't execute transaction");
  const moved = isAdded ? amount : -amount;
  const allocatedMicroUsdc = position.allocatedMicroUsdc + moved;
  store.saveAccount({
    ...account,
    collateralMicroUsdc: account.collateralMicroUsdc - moved,
    positions: { ...account.positions, [marketIndex]: { ...position, allocatedMicroUsdc } },
    changedMs: nowMs,
  });
}

function parts({ store, markets }: ExecutionContext, accountIndex: number, marketIndex: number) {
  const [account, market] = [store.account(accountIndex), markets.get(marketIndex)];
  if (account === undefined || market === undefined) throw rejected(CODES.invalidMarketIndex, 'invalid market index');
  return { account, market };
}
