// Why: docs/decisions/wallet/wallets-and-balances.md
import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { LRUCache } from 'lru-cache';
import { type Address, getAddress, isAddress } from 'viem';
import type { Vault } from '../vault/vault.js';
import { type WalletRecord, walletModel } from './model.js';

const PRIMARY_INDEX = 0;
/** How long it is remembered whether a sealed key opens, and of how many: each look unseals a private key. */
const OPENED_MS = 30_000;
const OPENED_MAX = 10_000;

/** Whether a sealed key opened, and when that was looked at. */
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

  /** Makes the indexes that keep an account's wallets unique; to be awaited before the first call. */
  async initialize(): Promise<void> {
    await this.#wallets.createIndexes();
  }

  /** The account's primary wallet, which every account has: made when first asked for; all who ask at once get the same one. */
  async primary(accountId: string): Promise<WalletRecord> {
    const filter = { accountId, accountIndex: PRIMARY_INDEX };
    return (await this.#wallets.findOne(filter).lean<WalletRecord>()) ?? (await this.#create(filter));
  }

  /** Makes another wallet of the account, under the next index. Throws for one that has none: nobody has asked for it yet. */
  async add(accountId: string): Promise<WalletRecord> {
    const accountIndex = await this.#wallets.countDocuments({ accountId });
    if (accountIndex === 0) throw new Error(`${accountId} has no wallet yet`);
    return this.#create({ accountId, accountIndex });
  }

  /** A wallet that an operation names. */
  get(walletId: string): Promise<WalletRecord> {
    return this.#wallets.findById(walletId).orFail().lean<WalletRecord>();
  }

  /** Whether a wallet can sign, as seen within the last 30 s of the key that is sealed for it now. */
  canSign({ _id: walletId, accountId, address, sealedKey }: WalletRecord): Promise<boolean> {
    const key = JSON.stringify([walletId, accountId, address, sealedKey]);
    const atMs = this.clock.nowMs();
    const known = this.#opened.get(key);
    if (known !== undefined && atMs - known.atMs < OPENED_MS) return known.answer;
    const looked = { atMs, answer: this.vault.opens({ walletId, accountId, address, sealedKey }) };
    this.#opened.set(key, looked);
    // A failure is not kept: the next call looks again.
    looked.answer.catch(() => this.#opened.get(key) === looked && this.#opened.delete(key));
    return looked.answer;
  }

  /** Whether an address, checksummed, is a wallet of the platform. */
  async isManaged(address: Address): Promise<boolean> {
    return (await this.#wallets.exists({ address })) !== null;
  }

  /**
   * The wallet that an account trades with: the one at the address, or its primary one where none is named. Throws
   * `account_not_owned` for an address that is not the account's.
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

/** A text that is no address belongs to nobody. */
function checksummed(address: string): Address {
  if (!isAddress(address, { strict: false })) throw new PlatformError('account_not_owned');
  return getAddress(address);
}
