// Why: docs/decisions/wallet/copies-of-keys.md
import type { Report } from '@platform/kit/provisioning';
import type { Connection } from '@platform/store/mongo';
import type { Vault } from '../vault/vault.js';
import { type WalletRecord, walletModel } from './model.js';
import type { WalletCopies } from './wallet-copies.js';
import type { WalletSeals } from './wallet-seals.js';

/** What copies and rows are compared with. */
export interface RestorationParts {
  readonly connection: Connection;
  readonly copies: WalletCopies;
  readonly seals: WalletSeals;
  readonly vault: Vault;
}

/**
 * Returns what is wrong with the wallets' copies and rows, one per line: a copy that doesn't open, a row that is missing or differs from
 * its copy, and a row without a copy.
 */
export async function checkCopies(parts: RestorationParts, report: Report = () => {}): Promise<string[]> {
  const wallets = walletModel(parts.connection);
  const wrong: string[] = [];
  let copies = 0;
  for await (const copy of parts.copies.all()) {
    copies += 1;
    report(`${copies} copies`);
    const fault = await faultOf(copy, parts);
    if (fault !== undefined) wrong.push(`the copy of ${copy._id} ${fault}`);
    const row = await wallets.findById(copy._id).lean<WalletRecord>();
    if (row === null) wrong.push(`the row of ${copy._id}, of ${copy.accountId}, is missing`);
    else if (!isSame(row, copy)) wrong.push(`the row of ${copy._id} is not as the service wrote it`);
  }
  const total = await wallets.countDocuments();
  let rows = 0;
  for await (const row of wallets.find().lean<WalletRecord[]>().cursor()) {
    rows += 1;
    report(`${copies} copies, ${rows} of ${total} rows`);
    const copy = await parts.copies.find(row);
    if (copy?._id !== row._id) wrong.push(`the row of ${row._id}, of ${row.accountId}, has no copy`);
  }
  return wrong;
}

/**
 * Writes every wallet that has a copy into the database, over rows that differ; returns their number. Safe to repeat. Throws, and stops, at
 * a copy that doesn't open.
 */
export async function restoreWallets(parts: RestorationParts, report: Report = () => {}): Promise<number> {
  const wallets = walletModel(parts.connection);
  await wallets.createIndexes();
  let [copies, restored] = [0, 0];
  for await (const copy of parts.copies.all()) {
    copies += 1;
    report(`${copies} copies, ${restored} restored`);
    const fault = await faultOf(copy, parts);
    if (fault !== undefined) throw new Error(`the copy of ${copy._id} ${fault}`);
    const { _id, accountId, accountIndex, address } = copy;
    const row = await wallets.findById(_id).lean<WalletRecord>();
    if (row !== null && isSame(row, copy) && (await parts.vault.opens({ walletId: _id, ...row }))) continue;
    // Rows that took its place or its address are none of ours: no two copies have either.
    await wallets.deleteMany({ $or: [{ _id }, { accountId, accountIndex }, { address }] });
    await wallets.create(copy);
    restored += 1;
  }
  return restored;
}

/** Returns what is wrong with a copy; undefined for one whose wallet can be used. */
async function faultOf(copy: WalletRecord, { seals, vault }: RestorationParts): Promise<string | undefined> {
  if (!seals.isSealed(copy)) return 'is not as the service wrote it';
  return (await vault.opens({ walletId: copy._id, ...copy })) ? undefined : 'does not open with the master keys held';
}

/** Returns whether a row says the same as a copy; they may be wrapped by different master keys. */
function isSame(row: WalletRecord, copy: WalletRecord): boolean {
  const said = ({ _id, accountId, accountIndex, address, seal, sealedKey }: WalletRecord) =>
    JSON.stringify([_id, accountId, accountIndex, address, seal, sealedKey.version, sealedKey.ciphertext]);
  return said(row) === said(copy);
}
