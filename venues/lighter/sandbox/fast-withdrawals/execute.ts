import type { Transaction } from '../../transactions/index.js';
import { marginOf } from '../accounts/margin.js';
import { CODES } from '../refusal.js';
import type { ExecutionContext } from '../sequencer/context.js';
import { rejected } from '../sequencer/rejected.js';
import { addWithdrawal } from './payments.js';
import { paidBy } from './terms.js';

/** Takes a transfer to the venue's own account, with its fee, out of what the account has free, and notes who is to be paid. */
export function transfer(
  { accountIndex, amount, fee, memo }: Extract<Transaction, { kind: 'transfer' }>,
  { store, markets, nowMs }: ExecutionContext,
): void {
  const account = store.account(accountIndex);
  const destination = paidBy(memo);
  if (account === undefined || destination === undefined) throw rejected(CODES.invalidParam, 'invalid memo');
  const collateralMicroUsdc = account.collateralMicroUsdc - amount - fee;
  const left = { ...account, collateralMicroUsdc, changedMs: nowMs };
  const { availableMicroUsdc } = marginOf(left, store.orders.liveOf(accountIndex), markets, nowMs);
  // What open positions have won stays there.
  if (collateralMicroUsdc < 0n || availableMicroUsdc < 0n)
    throw rejected(CODES.notEnoughMargin, 'not enough collateral');
  store.saveAccount(left);
  addWithdrawal(store.journal, { destination, amountMicroUsdc: amount, executedMs: nowMs });
}
