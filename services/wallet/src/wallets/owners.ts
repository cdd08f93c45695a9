import type { Connection } from '@platform/mongo';
import type { Address } from 'viem';
import { type WalletRecord, walletModel } from './model.js';

/** A wallet, and the account that it belongs to. */
export interface WalletOwner {
  readonly walletId: string;
  readonly accountId: string;
}

/** Whose each managed address is: read without any key. */
export class WalletOwners {
  readonly #wallets: ReturnType<typeof walletModel>;

  constructor(connection: Connection) {
    this.#wallets = walletModel(connection);
  }

  /** The wallet of each address. */
  async all(): Promise<Map<Address, WalletOwner>> {
    const all = await this.#wallets.find({}, { address: 1, accountId: 1 }).lean<WalletRecord[]>();
    return new Map(all.map(({ _id: walletId, address, accountId }) => [address, { walletId, accountId }]));
  }
}
