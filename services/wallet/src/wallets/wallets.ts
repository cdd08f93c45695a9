// Why: docs/decisions/wallet/wallets-and-balances.md
import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { LRUCache } from 'lru-cache';
import { type Address, getAddress, isAddress } from 'viem';
import type { Vault } from '../vault/vault.js';
import { type WalletRecord, walletModel } from './model.js';

const PRIMARY_INDEX = 0;
/** How long the result of opening a sealed key is cached, and for how many keys: each check unseals a private key. */
const OPENED_MS = 30_000;
const OPENED_MAX = 10_000;

/** Whether a sealed key opened, and when it was checked. */
interface Opened {
  readonly atMs: number;
  readonly answer: Promise<boolean>;
}

/** The managed wallets of all accounts. */
export class Wallets {
  readonly #wallets: ReturnType<typeof walletModel>;
  readonly #opened = new LRUCache<string, Opened>({ max: OPENED_MAX });

  constructor(
    connection: Connection,
    private readonly vault: Vault,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {
    this.#wallets = walletModel(connection);
  }

  /** Creates the indexes that keep an account's wallets unique; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#wallets.createIndexes();
  }

  /** Returns the account's primary wallet, which every account has: the first call creates it; concurrent callers get the same one. */
  async primary(accountId: string): Promise<WalletRecord> {
    const filter = { accountId, accountIndex: PRIMARY_INDEX };
    return (await this.#wallets.findOne(filter).lean<WalletRecord>()) ?? (await this.#create(filter));
  }

  /**
   * Creates another wallet of the account, under the next index. Throws for an account without a wallet: its primary wallet was not
   * requested yet.
   */
  async add(accountId: string): Promise<WalletRecord> {
    const accountIndex = await this.#wallets.countDocuments({ accountId });
    if (accountIndex === 0) throw new Error(`${accountId} has no wallet yet`);
    return this.#create({ accountId, accountIndex });
  }

  /** Returns a wallet that an operation names. */
  get(walletId: string): Promise<WalletRecord> {
    return this.#wallets.findById(walletId).orFail().lean<WalletRecord>();
  }

  /** Returns whether a wallet can sign with its present sealed key, as of at most 30 s ago. */
  canSign({ _id: walletId, accountId, address, sealedKey }: WalletRecord): Promise<boolean> {
    const key = JSON.stringify([walletId, accountId, address, sealedKey]);
    const atMs = this.clock.nowMs();
    const known = this.#opened.get(key);
    if (known !== undefined && atMs - known.atMs < OPENED_MS) return known.answer;
    const looked = { atMs, answer: this.vault.opens({ walletId, accountId, address, sealedKey }) };
    this.#opened.set(key, looked);
    // A failure is not cached: the next call checks again.
    looked.answer.catch(() => this.#opened.get(key) === looked && this.#opened.delete(key));
    return looked.answer;
  }

  /** Returns whether a checksummed address is a wallet of the platform. */
  async isManaged(address: Address): Promise<boolean> {
    return (await this.#wallets.exists({ address })) !== null;
  }

  /**
   * Returns the wallet that an account trades with: the one at the address, or its primary one without an address. Throws
   * `account_not_owned` for an address of another account.
   */
  async trading(accountId: string, address?: string): Promise<WalletRecord> {
    if (address === undefined) return this.primary(accountId);
    const wallet = await this.#wallets.findOne({ accountId, address: checksummed(address) }).lean<WalletRecord>();
    if (wallet === null) throw new PlatformError('account_not_owned');
    return wallet;
  }

  async #create(filter: Pick<WalletRecord, 'accountId' | 'accountIndex'>): Promise<WalletRecord> {
    const owner = { walletId: this.ids.next('wal'), accountId: filter.accountId };
    const { walletId, address, sealedKey } = await this.vault.createKey(owner);
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

/** Returns the checksummed address. Throws `account_not_owned` for text that is not an address: it belongs to nobody. */
function checksummed(address: string): Address {
  if (!isAddress(address, { strict: false })) throw new PlatformError('account_not_owned');
  return getAddress(address);
}
