import type { Connection } from '@platform/store/mongo';
import type { Address } from 'viem';
import { type WalletRecord, walletModel } from './model.js';
import type { WalletSeals } from './wallet-seals.js';

/** The fields that say whose a wallet is, with their proof. */
const FIELDS = { address: 1, accountId: 1, accountIndex: 1, seal: 1 } as const;
type OwnerRow = Pick<WalletRecord, '_id' | keyof typeof FIELDS>;

/** A wallet, and the account that owns it. */
export interface WalletOwner {
  readonly walletId: string;
  readonly accountId: string;
}

/** A wallet with its owner and its address. */
export interface OwnedWallet extends Pick<WalletRecord, '_id' | 'accountId' | 'address'> {
  /** False for a row that the service didn't write so. */
  readonly isProved: boolean;
}

/** The owners of managed addresses, read without any key of a wallet. */
export class WalletOwners {
  readonly #wallets: ReturnType<typeof walletModel>;

  constructor(
    connection: Connection,
    private readonly seals: WalletSeals,
  ) {
    this.#wallets = walletModel(connection);
  }

  /** Returns the wallets at these addresses; an address without a proved wallet is missing. */
  async at(addresses: readonly Address[]): Promise<Map<Address, WalletOwner>> {
    if (addresses.length === 0) return new Map();
    const found = await this.#wallets.find({ address: { $in: [...new Set(addresses)] } }, FIELDS).lean<OwnerRow[]>();
    const proved = found.filter((row) => this.seals.isSealed(row));
    return new Map(proved.map(({ _id: walletId, address, accountId }) => [address, { walletId, accountId }]));
  }

  /** Returns some wallets by their ids. */
  async of(walletIds: readonly string[]): Promise<OwnedWallet[]> {
    const found = await this.#wallets.find({ _id: { $in: walletIds } }, FIELDS).lean<OwnerRow[]>();
    return found.map((row) => this.#owned(row));
  }

  /** Returns some wallets in the order of their ids, after a given one. */
  async after(walletId: string, limit: number): Promise<OwnedWallet[]> {
    const found = await this.#wallets
      .find({ _id: { $gt: walletId } }, FIELDS)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<OwnerRow[]>();
    return found.map((row) => this.#owned(row));
  }

  #owned(row: OwnerRow): OwnedWallet {
    const { _id, accountId, address } = row;
    return { _id, accountId, address, isProved: this.seals.isSealed(row) };
  }
}
