import { PlatformError } from '@platform/errors';
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { Clock, IdSource } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { EmailAddress } from '../email/address.js';
import type { WalletLogin } from '../logins/identity-provider.js';
import type { Account, Login } from './account.js';
import type { AccountCopies } from './account-copies.js';

const accountSchema = new Schema<Account>(
  {
    _id: { type: String, required: true },
    email: String,
    loginType: { type: String, required: true },
    issuer: String,
    subject: String,
    loginWallet: String,
    createdAt: { type: Date, required: true },
    seal: { type: String, required: true },
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
  readonly #seals: RecordSeals<Omit<Account, 'seal'>>;

  constructor(
    connection: Connection,
    seals: Seals,
    private readonly copies: AccountCopies,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {
    this.#accounts = accountModel(connection);
    this.#seals = accountSeals(seals);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#accounts.createIndexes();
  }

  /** Returns the account of a verified address; creates it on the first sign-in. Throws `SealBrokenError`. */
  async findOrCreate(email: EmailAddress, session: ClientSession): Promise<Account> {
    const login = { email, loginType: 'email' } as const;
    const known = await this.#accounts.findOne(login, null, { session }).lean<Account>();
    return known === null ? this.#create(login, session) : this.#seals.proved(known);
  }

  /**
   * Returns the account of a wallet login; creates it on the first sign-in. The wallet and address of later tokens change nothing. Throws
   * `SealBrokenError`.
   */
  async findOrCreateByWallet({ issuer, subject, walletAddress, email }: WalletLogin): Promise<Account> {
    const login = { issuer, subject, loginType: 'wallet' } as const;
    const known = await this.#accounts.findOne(login).lean<Account>();
    if (known !== null) return this.#seals.proved(known);
    return this.#create({ ...login, loginWallet: walletAddress, ...(email === undefined ? {} : { email }) });
  }

  /** Returns an account by its id. Throws `unauthorized` for an unknown id, or `SealBrokenError`. */
  async get(accountId: string): Promise<Account> {
    const account = await this.#accounts.findById(accountId).lean<Account>();
    if (account === null) throw new PlatformError('unauthorized');
    return this.#seals.proved(account);
  }

  /** Creates an account, or brings back the one that the login had before: its copy is stored before anybody sees its id. */
  async #create(login: Login, session?: ClientSession): Promise<Account> {
    const { _id, ...made } = this.#seals.proved(await this.copies.keep(this.#make(login)));
    // By its id: the store tries an upsert again only where the filter itself was taken by another one.
    const stored = await this.#accounts
      .findOneAndUpdate(
        { _id },
        { $setOnInsert: made },
        { upsert: true, returnDocument: 'after', session: session ?? null },
      )
      .lean<Account>()
      .orFail();
    return this.#seals.proved(stored);
  }

  #make(login: Login): Account {
    const account = { _id: this.ids.next('acc'), ...login, createdAt: this.clock.now() };
    return { ...account, seal: this.#seals.seal(account) };
  }
}

function accountSeals(seals: Seals): RecordSeals<Omit<Account, 'seal'>> {
  return new RecordSeals(seals, 'account', ({ _id, email, loginType, issuer, subject, loginWallet, createdAt }) => ({
    id: _id,
    fields: { email, loginType, issuer, subject, loginWallet, createdAt },
  }));
}
