import type { Clock, IdSource } from '@platform/clock';
import { PlatformError } from '@platform/errors';
import type { ClientSession, Connection } from '@platform/mongo';
import { Schema } from 'mongoose';
import type { EmailAddress } from '../registration/address.js';

/** Somebody who uses the platform. */
export interface Account {
  readonly _id: string;
  /** Verified, and unique among accounts of this login type. */
  readonly email: string;
  readonly loginType: 'email';
  readonly createdAt: Date;
}

const accountSchema = new Schema<Account>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    loginType: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'accounts', versionKey: false },
);
// An account of another login type may hold the same address: the two are never merged.
accountSchema.index({ email: 1 }, { unique: true, partialFilterExpression: { loginType: 'email' } });

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

  /** Makes the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#accounts.createIndexes();
  }

  /** The account of a verified address, created at the first time. */
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

  /** An account by its id. Throws `unauthorized` for an id that no account has. */
  async get(accountId: string): Promise<Account> {
    const account = await this.#accounts.findById(accountId).lean<Account>();
    if (account === null) throw new PlatformError('unauthorized');
    return account;
  }
}
