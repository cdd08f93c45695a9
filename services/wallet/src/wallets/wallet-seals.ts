// Why: docs/decisions/platform/sealed-records.md
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { WalletRecord } from './model.js';

/** What a wallet's seal covers: whose it is, and where money is sent to it. */
type WalletFields = Pick<WalletRecord, '_id' | 'accountId' | 'accountIndex' | 'address'>;

/** The seals of wallets, made with them: an address that somebody wrote into the database is neither shown nor watched. */
export type WalletSeals = RecordSeals<WalletFields>;

/** Returns the seals of wallets. */
export function walletSeals(seals: Seals): WalletSeals {
  return new RecordSeals(seals, 'wallet', ({ _id, accountId, accountIndex, address }) => ({
    id: _id,
    // An address has the same key on every network, so the seal is valid for all of them.
    fields: { networks: 'evm', accountId, accountIndex, address },
  }));
}
