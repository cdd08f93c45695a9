// Why: docs/decisions/wallet/wallets-and-balances.md
import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { LRUCache } from 'lru-cache';
import { type Address, getAddress, isAddress } from 'viem';
import type { Vault } from '../vault/vault.js';
import { type WalletRecord, walletModel } from './model.js';
import type { WalletCopies } from './wallet-copies.js';
import type { WalletSeals } from './wallet-seals.js';

const PRIMARY_INDEX = 0;
/** How many wallets an account may have: their list has one page. */
const WALLETS_MAX = 100;
/** How long the result of opening a sealed key is cached, and for how many keys: each check unseals a private key. */
const OPENED_MS = 15_000;
const OPENED_MAX = 10_000;

/** Whether a sealed key opened, and when it was checked. */
interface Opened {
  readonly atMs: number;
  readonly answer: Promise<boolean>;
}

/** What the wallets are made of. */
export interface WalletParts {
  readonly connection: Connection;
  readonly vault: Vault;
  readonly seals: WalletSeals;
  readonly copies: WalletCopies;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/**
 * The managed wallets of all accounts. Each that it returns is proved by its seal: the methods that read one throw `SealBrokenError` for a
 * row that somebody else wrote.
 */
export class Wallets {
  readonly #wallets: ReturnType<typeof walletModel>;
  readonly #opened = new LRUCache<string, Opened>({ max: OPENED_MAX });

  constructor(private readonly parts: WalletParts) {
    this.#wallets = walletModel(parts.connection);
  }

  /** Creates the indexes that keep an account's wallets unique; await it before the first call. */
  async initialize(): Promise<void> {
    await this.#wallets.createIndexes();
  }

  /** Returns the account's primary wallet, which every account has: the first call creates it; concurrent callers get the same one. */
  async primary(accountId: string): Promise<WalletRecord> {
    const filter = { accountId, accountIndex: PRIMARY_INDEX };
    const found = await this.#wallets.findOne(filter).lean<WalletRecord>();
    return found === null ? this.#create(filter) : this.#proved(found);
  }

  /** Returns all wallets of an account by their index; the first call creates the primary one. */
  async all(accountId: string): Promise<WalletRecord[]> {
    const found = await this.#wallets
      .find({ accountId })
      .sort({ accountIndex: 1 })
      .limit(WALLETS_MAX)
      .lean<WalletRecord[]>();
    return found.length === 0 ? [await this.primary(accountId)] : found.map((wallet) => this.#proved(wallet));
  }

  /** Returns the wallets of an account at these addresses, in any case; text that is not an address is nobody's. */
  async at(accountId: string, addresses: readonly string[]): Promise<WalletRecord[]> {
    const named = addresses
      .filter((address) => isAddress(address, { strict: false }))
      .map((address) => getAddress(address));
    const found = await this.#wallets.find({ accountId, address: { $in: named } }).lean<WalletRecord[]>();
    return found.map((wallet) => this.#proved(wallet));
  }

  /**
   * Creates another wallet of the account, under the next index. Throws for an account without a wallet, whose primary wallet was not
   * requested yet, and for one with a hundred.
   */
  async add(accountId: string): Promise<WalletRecord> {
    const accountIndex = await this.#wallets.countDocuments({ accountId });
    if (accountIndex === 0) throw new Error(`${accountId} has no wallet yet`);
    if (accountIndex >= WALLETS_MAX) throw new Error(`${accountId} has ${WALLETS_MAX} wallets`);
    return this.#create({ accountId, accountIndex });
  }

  /** Returns a wallet that an operation names. */
  async get(walletId: string): Promise<WalletRecord> {
    return this.#proved(await this.#wallets.findById(walletId).orFail().lean<WalletRecord>());
  }

  /** Returns whether a wallet can sign with its present sealed key, as of at most 15 s ago. */
  canSign({ _id: walletId, accountId, address, sealedKey }: WalletRecord): Promise<boolean> {
    const key = JSON.stringify([walletId, accountId, address, sealedKey]);
    const atMs = this.parts.clock.nowMs();
    const known = this.#opened.get(key);
    if (known !== undefined && atMs - known.atMs < OPENED_MS) return known.answer;
    const looked = { atMs, answer: this.parts.vault.opens({ walletId, accountId, address, sealedKey }) };
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
    return this.#proved(wallet);
  }

  /** Creates a wallet, or brings back the one that the place had before: its copy is stored before anybody sees its address. */
  async #create(place: Pick<WalletRecord, 'accountId' | 'accountIndex'>): Promise<WalletRecord> {
    const { copies } = this.parts;
    const { _id, ...made } = this.#proved((await copies.find(place)) ?? (await copies.keep(await this.#make(place))));
    // By its id: the store tries an upsert again only where the filter itself was taken by another one.
    const stored = await this.#wallets
      .findOneAndUpdate({ _id }, { $setOnInsert: made }, { upsert: true, returnDocument: 'after' })
      .orFail()
      .lean<WalletRecord>();
    return this.#proved(stored);
  }

  async #make(place: Pick<WalletRecord, 'accountId' | 'accountIndex'>): Promise<WalletRecord> {
    const { clock, ids, seals, vault } = this.parts;
    const owner = { walletId: ids.next('wal'), accountId: place.accountId };
    const { walletId: _id, address, sealedKey } = await vault.createKey(owner);
    const seal = seals.seal({ _id, ...place, address });
    return { _id, ...place, address, sealedKey, seal, createdAt: clock.now() };
  }

  #proved(wallet: WalletRecord): WalletRecord {
    return this.parts.seals.proved(wallet);
  }
}

/** Returns the checksummed address. Throws `account_not_owned` for text that is not an address: it belongs to nobody. */
function checksummed(address: string): Address {
  if (!isAddress(address, { strict: false })) throw new PlatformError('account_not_owned');
  return getAddress(address);
}
