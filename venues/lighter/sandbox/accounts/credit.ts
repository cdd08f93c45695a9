import type { Store } from '../store/store.js';
import type { Account } from './account.js';

/** Within a transaction: credits an owner with a deposit. The first one creates the account. */
export function credit(store: Store, l1Address: string, amountMicroUsdc: bigint, nowMs: number): Account {
  const known = store.accountOfOwner(l1Address) ?? {
    index: store.nextAccountIndex(),
    l1Address,
    collateralMicroUsdc: 0n,
    createdMs: nowMs,
    changedMs: nowMs,
  };
  const collateralMicroUsdc = known.collateralMicroUsdc + amountMicroUsdc;
  const account = { ...known, collateralMicroUsdc, changedMs: nowMs };
  store.saveAccount(account);
  return account;
}
