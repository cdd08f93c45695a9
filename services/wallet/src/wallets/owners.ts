import type { Connection } from '@platform/mongo';
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

  /** The wallet of each address. */
  async all(): Promise<Map<Address, WalletOwner>> {
    const all = await this.#wallets.find({}, { address: 1, accountId: 1 }).lean<WalletRecord[]>();
    return new Map(all.map(({ _id: walletId, address, accountId }) => [address, { walletId, accountId }]));
  }
}
