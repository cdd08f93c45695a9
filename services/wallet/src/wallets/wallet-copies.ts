// Why: docs/decisions/wallet/copies-of-keys.md
import type { ObjectStore } from '@platform/store/objects';
import { type Address, isAddress } from 'viem';
import { z } from 'zod';
import { type CopyKind, KeyCopies, sealedKeyCopy } from '../vault/key-copies.js';
import type { WalletRecord } from './model.js';

const copySchema = z.strictObject({
  _id: z.string(),
  accountId: z.string(),
  accountIndex: z.int().nonnegative(),
  address: z.custom<Address>((text) => typeof text === 'string' && isAddress(text)),
  sealedKey: sealedKeyCopy,
  seal: z.string(),
  createdAt: z.iso.datetime().transform((text) => new Date(text)),
});

const WALLETS: CopyKind<WalletRecord> = {
  prefix: 'wallet-keys/wallets/',
  schema: copySchema,
  masterKeyId: ({ sealedKey }) => sealedKey.masterKeyId,
};

/** An account's place for a wallet: it has one per index. */
type Place = Pick<WalletRecord, 'accountId' | 'accountIndex'>;

/**
 * The copies of wallets in the object store, by account and index. The first copy of a place says which wallet it is: where the database
 * has lost the row, the same wallet comes back.
 */
export class WalletCopies {
  readonly #copies: KeyCopies<WalletRecord>;

  /** With the ids of the master keys that are held, the current one first. */
  constructor(objects: ObjectStore, masterKeyIds: readonly string[]) {
    this.#copies = new KeyCopies(objects, WALLETS, masterKeyIds);
  }

  /** Stores a new wallet; returns the wallet of its place, which is another one if the place has one already. */
  async keep(wallet: WalletRecord): Promise<WalletRecord> {
    const name = nameOf(wallet);
    return requirePlace(await this.#copies.keep(name, wallet), name);
  }

  /** Returns the wallet of a place. */
  async find(place: Place): Promise<WalletRecord | undefined> {
    const name = nameOf(place);
    const found = await this.#copies.find(name);
    return found && requirePlace(found, name);
  }

  /** Stores a wallet whose key another master key wraps now. */
  keepRewrapped(wallet: WalletRecord): Promise<void> {
    return this.#copies.keepRewrapped(nameOf(wallet), wallet);
  }

  /** Returns every wallet. */
  async *all(): AsyncGenerator<WalletRecord> {
    for await (const name of this.#copies.names()) {
      const wallet = await this.#copies.find(name);
      if (wallet === undefined) throw new Error(`the copy of ${name} vanished`);
      yield requirePlace(wallet, name);
    }
  }
}

function nameOf({ accountId, accountIndex }: Place): string {
  return `${accountId}/${accountIndex}`;
}

/** Returns the wallet. Throws where the copy of another place was put. */
function requirePlace(wallet: WalletRecord, name: string): WalletRecord {
  if (nameOf(wallet) !== name) throw new Error(`the copy of ${name} is of ${nameOf(wallet)}`);
  return wallet;
}
