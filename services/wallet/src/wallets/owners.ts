import type { Connection } from '@platform/store/mongo';
import type { Address } from 'viem';
import { type WalletRecord, walletModel } from './model.js';

/** A wallet, and the account that owns it. */
export interface WalletOwner {
  readonly walletId: string;
  readonly accountId: string;
}

/** A wallet with its owner and its address. */
export type OwnedWallet = Pick<WalletRecord, '_id' | 'accountId' | 'address'>;

/** The owners of managed addresses, read without any key. */
export class WalletOwners {
  readonly #wallets: ReturnType<typeof walletModel>;

  constructor(connection: Connection) {
    this.#wallets = walletModel(connection);
  }

  /** Returns the wallets at these addresses; an address without a wallet is missing. */
  async at(addresses: readonly Address[]): Promise<Map<Address, WalletOwner>> {
    if (addresses.length === 0) return new Map();
    const found = await this.#wallets
      .find({ address: { $in: [...new Set(addresses)] } }, { address: 1, accountId: 1 })
      .lean<OwnedWallet[]>();
    return new Map(found.map(({ _id: walletId, address, accountId }) => [address, { walletId, accountId }]));
  }

  /** Returns some wallets by their ids. */
  of(walletIds: readonly string[]): Promise<OwnedWallet[]> {
    return this.#wallets.find({ _id: { $in: walletIds } }, { address: 1, accountId: 1 }).lean<OwnedWallet[]>();
  }

  /** Returns some wallets in the order of their ids, after a given one. */
  after(walletId: string, limit: number): Promise<OwnedWallet[]> {
    return this.#wallets
      .find({ _id: { $gt: walletId } }, { address: 1, accountId: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<OwnedWallet[]>();
  }
}
