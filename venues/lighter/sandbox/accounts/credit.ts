import type { Store } from '../store/store.js';
import { type Account, newAccount } from './account.js';

/** Within a transaction: credits an owner with a deposit. The first one creates the account. */
export function credit(store: Store, l1Address: string, amountMicroUsdc: bigint, nowMs: number): Account {
  const known = store.accountOfOwner(l1Address) ?? newAccount(store.nextAccountIndex(), l1Address, nowMs);
  const collateralMicroUsdc = known.collateralMicroUsdc + amountMicroUsdc;
  const account = { ...known, collateralMicroUsdc, changedMs: nowMs };
  store.saveAccount(account);
  return account;
}
