// Why: docs/decisions/platform/sealed-records.md
import type { SealedFields, Seals } from '@platform/keys/seals';
import type { WalletRecord } from './model.js';

const PURPOSE = 'wallet';

/** What a wallet's seal covers: whose it is, and where money is sent to it. */
export type SealedWallet = Pick<WalletRecord, '_id' | 'accountId' | 'accountIndex' | 'address' | 'seal'>;

/** Seals wallets when they are made, so that an address that somebody wrote into the database is neither shown nor watched. */
export class WalletSeals {
  constructor(private readonly seals: Seals) {}

  /** Returns the seal of a new wallet. */
  seal(wallet: Omit<SealedWallet, 'seal'>): string {
    return this.seals.seal(PURPOSE, wallet._id, fieldsOf(wallet));
  }

  /** Returns whether exactly this wallet was made. */
  isSealed(wallet: SealedWallet): boolean {
    return this.seals.isSealed(PURPOSE, wallet._id, fieldsOf(wallet), wallet.seal);
  }

  /** Returns the wallet. Throws `SealBrokenError` unless exactly this wallet was made. */
  proved<Wallet extends SealedWallet>(wallet: Wallet): Wallet {
    this.seals.require(PURPOSE, wallet._id, fieldsOf(wallet), wallet.seal);
    return wallet;
  }
}

/** An address has the same key on every network, so the seal is valid for all of them. */
function fieldsOf({ accountId, accountIndex, address }: Omit<SealedWallet, 'seal'>): SealedFields {
  return { networks: 'evm', accountId, accountIndex, address };
}
