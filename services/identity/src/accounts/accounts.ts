import { PlatformError } from '@platform/errors';
import type { Clock, IdSource } from '@platform/kit/clock';
import { type ClientSession, type Connection, isDuplicateKey } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { EmailAddress } from '../email/address.js';
import type { WalletLogin } from '../logins/identity-provider.js';

/** A user of the platform. */
export interface Account {
  readonly _id: string;
  /** Verified; unique among accounts that sign in by e-mail, absent where a wallet's owner has none. */
  readonly email?: string;
  readonly loginType: 'email' | 'wallet';
  /** The issuer and subject of a wallet login: unique together. */
  readonly issuer?: string;
  readonly subject?: string;
  /** The wallet that the account was created with, in lower case; it never changes. */
  readonly loginWallet?: string;
  readonly createdAt: Date;
}

const accountSchema = new Schema<Account>(
  {
    _id: { type: String, required: true },
    email: String,
    loginType: { type: String, required: true },
    issuer: String,
    subject: String,
    loginWallet: String,
    createdAt: { type: Date, required: true },
  },
  { collection: 'accounts', versionKey: false },
);
// An account of another login type may have the same address: the two are never merged.
accountSchema.index({ email: 1 }, { unique: true, partialFilterExpression: { loginType: 'email' } });
accountSchema.index({ issuer: 1, subject: 1 }, { unique: true, partialFilterExpression: { loginType: 'wallet' } });

function accountModel(connection: Connection) {
  return connection.model('Account', accountSchema);
}

/** The accounts of the platform. */
export class Accounts {
  readonly #accounts: ReturnType<typeof accountModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {
    this.#accounts = accountModel(connection);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#accounts.createIndexes();
  }

  /** Returns the account of a verified address; creates it on the first sign-in. */
  async findOrCreate(email: EmailAddress, session: ClientSession): Promise<Account> {
    return this.#accounts
      .findOneAndUpdate(
        { email, loginType: 'email' },
        { $setOnInsert: { _id: this.ids.next('acc'), createdAt: this.clock.now() } },
        { upsert: true, returnDocument: 'after', session },
      )
      .lean<Account>()
      .orFail();
  }

  /** Returns the account of a wallet login; creates it on the first sign-in. The wallet and address of later tokens change nothing. */
  async findOrCreateByWallet({ issuer, subject, walletAddress, email }: WalletLogin): Promise<Account> {
    const login = { issuer, subject, loginType: 'wallet' } as const;
    const known = await this.#accounts.findOne(login).lean<Account>();
    if (known !== null) return known;
    const account: Account = {
      _id: this.ids.next('acc'),
      ...login,
      loginWallet: walletAddress,
      ...(email === undefined ? {} : { email }),
      createdAt: this.clock.now(),
    };
    try {
      await this.#accounts.create(account);
      return account;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.#accounts.findOne(login).lean<Account>().orFail();
    }
  }

  /** Returns an account by its id. Throws `unauthorized` for an unknown id. */
  async get(accountId: string): Promise<Account> {
    const account = await this.#accounts.findById(accountId).lean<Account>();
    if (account === null) throw new PlatformError('unauthorized');
    return account;
  }
}
