import type { Connection } from '@platform/mongo';
import type { Address } from 'viem';
import { type WalletRecord, walletModel } from './model.js';

/** Who owns each managed address: read without any key. */
export class WalletOwners {
  readonly #wallets: ReturnType<typeof walletModel>;

  constructor(connection: Connection) {
    this.#wallets = walletModel(connection);
  }

  /** The account of each address. */
  async all(): Promise<Map<Address, string>> {
    const all = await this.#wallets.find({}, { address: 1, accountId: 1 }).lean<WalletRecord[]>();
    return new Map(all.map(({ address, accountId }) => [address, accountId]));
  }
}
