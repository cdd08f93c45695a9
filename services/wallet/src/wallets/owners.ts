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

  /** The wallets at these addresses; one that is nobody's is missing. */
  async of(addresses: readonly Address[]): Promise<Map<Address, WalletOwner>> {
    if (addresses.length === 0) return new Map();
    return this.#find({ address: { $in: [...new Set(addresses)] } });
  }

  /** The wallet of each address. */
  all(): Promise<Map<Address, WalletOwner>> {
    return this.#find({});
  }

  async #find(filter: { address?: { $in: Address[] } }): Promise<Map<Address, WalletOwner>> {
    const all = await this.#wallets.find(filter, { address: 1, accountId: 1 }).lean<WalletRecord[]>();
    return new Map(all.map(({ _id: walletId, address, accountId }) => [address, { walletId, accountId }]));
  }
}
