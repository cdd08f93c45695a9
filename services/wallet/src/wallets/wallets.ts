import type { Clock, IdSource } from '@platform/clock';
import { PlatformError } from '@platform/errors';
import type { Connection } from '@platform/mongo';
import { type Address, getAddress, isAddress } from 'viem';
import type { Vault } from '../vault/vault.js';
import { type WalletRecord, walletModel } from './model.js';

const PRIMARY_INDEX = 0;

/** The managed wallets of all accounts. */
export class Wallets {
  readonly #wallets: ReturnType<typeof walletModel>;

  constructor(
    connection: Connection,
    private readonly vault: Vault,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.#wallets = walletModel(connection);
  }

  /** Makes the indexes that keep an account's wallets unique; to be awaited before the first call. */
  async initialize(): Promise<void> {
    await this.#wallets.createIndexes();
  }

  /** The account's primary wallet, made when first asked for; all who ask at once get the same one. */
  async primary(accountId: string): Promise<WalletRecord> {
    const filter = { accountId, accountIndex: PRIMARY_INDEX };
    return (await this.#wallets.findOne(filter).lean<WalletRecord>()) ?? (await this.#create(filter));
  }

  /**
   * The wallet that an account trades with: the one at the address, or its primary one. Throws `account_not_owned` for an address
   * that is not the account's and `account_not_ready` for an account that has no wallet yet.
   */
  async trading(accountId: string, address?: string): Promise<WalletRecord> {
    const which = address === undefined ? { accountIndex: PRIMARY_INDEX } : { address: checksummed(address) };
    const wallet = await this.#wallets.findOne({ accountId, ...which }).lean<WalletRecord>();
    if (wallet === null) throw new PlatformError(address === undefined ? 'account_not_ready' : 'account_not_owned');
    return wallet;
  }

  async #create(filter: Pick<WalletRecord, 'accountId' | 'accountIndex'>): Promise<WalletRecord> {
    const { walletId, address, sealedKey } = await this.vault.createKey(this.ids.next('wal'));
    return this.#wallets
      .findOneAndUpdate(
        filter,
        { $setOnInsert: { _id: walletId, address, sealedKey, createdAt: this.clock.now() } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean<WalletRecord>();
  }
}

/** What is no address is nobody's. */
function checksummed(address: string): Address {
  if (!isAddress(address, { strict: false })) throw new PlatformError('account_not_owned');
  return getAddress(address);
}
