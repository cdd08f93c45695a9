// Why: docs/decisions/identity/copies-of-accounts.md
import type { Seals } from '@platform/keys/seals';
import { Secret } from '@platform/kit/config';
import type { ObjectStore } from '@platform/store/objects';
import { z } from 'zod';
import type { Account, Login } from './account.js';
import type { Encryption } from './encryption.js';

const PREFIX = 'accounts/';
const PURPOSE = 'account copy';

const copySchema = z.strictObject({
  _id: z.string(),
  email: z.string().exactOptional(),
  loginType: z.enum(['email', 'wallet']),
  issuer: z.string().exactOptional(),
  subject: z.string().exactOptional(),
  loginWallet: z.string().exactOptional(),
  createdAt: z.iso.datetime().transform((text) => new Date(text)),
  seal: z.string(),
});

/**
 * Copies of accounts in the object store, which outlive the database. The copy of a login says which account it has and is never
 * overwritten: where the database has lost the row, the login's next use brings the same account back, and with it its wallet.
 */
export class AccountCopies {
  constructor(
    private readonly objects: ObjectStore,
    /** Names copies, so that nobody else can tell or guess whose they are. */
    private readonly seals: Seals,
    private readonly encryption: Encryption,
  ) {}

  /** Returns the account of a login, which is the given one if the login had none. Throws for a copy that was changed. */
  async keep(account: Account): Promise<Account> {
    const former = await this.#find(account);
    if (former !== undefined) return former;
    const { current } = this.#keysOf(account);
    await this.objects.create(current, Buffer.from(await this.encryption.encrypt(JSON.stringify(account))));
    const kept = await this.#find(account);
    if (kept === undefined) throw new Error(`the copy of ${account._id} vanished`);
    return kept;
  }

  async #find(login: Login): Promise<Account | undefined> {
    for (const key of this.#keysOf(login).all) {
      const bytes = await this.objects.get(key);
      if (bytes !== undefined) return this.#read(key, bytes, login);
    }
    return undefined;
  }

  async #read(key: string, bytes: Buffer, login: Login): Promise<Account> {
    const text = await this.encryption.decrypt(bytes.toString('utf8'));
    if (text === undefined) throw new Error(`the copy ${key} is not as the service wrote it`);
    const account = copySchema.parse(JSON.parse(text));
    if (nameOf(account) !== nameOf(login)) throw new Error(`the copy ${key} is of another login`);
    return account;
  }

  /** Returns the keys that the copy of a login may have: one per secret of the service. */
  #keysOf(login: Login): { readonly current: string; readonly all: readonly string[] } {
    const name = new Secret(nameOf(login));
    const keyOf = (hash: string) => `${PREFIX}${hash}.jwe`;
    return {
      current: keyOf(this.seals.hash(PURPOSE, name)),
      all: this.seals.hashes(PURPOSE, name).map(keyOf),
    };
  }
}

/** Returns what no other login has. */
function nameOf({ loginType, email, issuer, subject }: Login): string {
  return JSON.stringify(loginType === 'email' ? [loginType, email] : [loginType, issuer, subject]);
}
