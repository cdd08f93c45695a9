import type { Transaction } from '../../transactions/index.js';
import { marginOf } from '../accounts/margin.js';
import { CODES } from '../refusal.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { Rejected } from '../sequencer/rejected.js';
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

/** Sets the margin of a market's positions, which must be there. */
export function updateLeverage(
  transaction: Extract<Transaction, { kind: 'updateLeverage' }>,
  { store, markets, nowMs }: ExecutionContext,
): void {
  const { accountIndex, marketIndex, initialMarginFraction } = transaction;
  const account = store.account(accountIndex);
  const least = markets.get(marketIndex)?.listed.minInitialMargin ?? 0;
  if (account === undefined || initialMarginFraction < least)
    throw new Rejected(CODES.invalidParam, 'invalid initial margin fraction', true);
  const marginFractions = { ...account.marginFractions, [marketIndex]: initialMarginFraction };
  const changed = { ...account, marginFractions, changedMs: nowMs };
  if (marginOf(changed, store.orders.liveOf(accountIndex), markets, nowMs).availableMicroUsdc < 0n)
    throw new Rejected(CODES.notEnoughMargin, 'not enough margin', true);
  store.saveAccount(changed);
}
