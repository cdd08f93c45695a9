import type { Connection } from '@platform/store/mongo';
import type { Address } from 'viem';
import { type WalletRecord, walletModel } from './model.js';

/** A wallet, and the account that it belongs to. */
export interface WalletOwner {
  readonly walletId: string;
  readonly accountId: string;
}

/** A wallet with its owner and its address. */
export type OwnedWallet = Pick<WalletRecord, '_id' | 'accountId' | 'address'>;

/** Whose each managed address is: read without any key. */
export class WalletOwners {
  readonly #wallets: ReturnType<typeof walletModel>;

  constructor(connection: Connection) {
    this.#wallets = walletModel(connection);
  }

  /** The wallets at these addresses; one that is nobody's is missing. */
  async at(addresses: readonly Address[]): Promise<Map<Address, WalletOwner>> {
    if (addresses.length === 0) return new Map();
    const found = await this.#wallets
      .find({ address: { $in: [...new Set(addresses)] } }, { address: 1, accountId: 1 })
      .lean<OwnedWallet[]>();
    return new Map(found.map(({ _id: walletId, address, accountId }) => [address, { walletId, accountId }]));
  }

  /** Some wallets by their ids. */
  of(walletIds: readonly string[]): Promise<OwnedWallet[]> {
    return this.#wallets.find({ _id: { $in: walletIds } }, { address: 1, accountId: 1 }).lean<OwnedWallet[]>();
  }

  /** Some wallets in the order of their ids, beginning behind one. */
  after(walletId: string, limit: number): Promise<OwnedWallet[]> {
    return this.#wallets
      .find({ _id: { $gt: walletId } }, { address: 1, accountId: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<OwnedWallet[]>();
  }
}
