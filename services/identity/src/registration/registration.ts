import { PlatformError } from '@platform/errors';
import { CODE_TTL_MS, type CodeHasher, type GuessLimit, newCode } from '@platform/keys/one-time-codes';
import type { IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import type { Account } from '../accounts/account.js';
import type { Accounts } from '../accounts/accounts.js';
import type { ApiKeys } from '../credentials/api-keys.js';
import type { Sessions } from '../credentials/sessions.js';
import { type EmailAddress, isDisposable } from '../email/address.js';
import type { Mailer } from '../email/mailer.js';
import { sendRecorded } from '../email/recorded-message.js';
import type { RegistrationCodes } from './codes.js';
import { ALL_ACCOUNTS } from './guess-limit.js';
import { codeMessage } from './message.js';

/** The result for a user who proved that an address is theirs; the secrets are shown once. */
export interface SignIn {
  readonly account: Account;
  readonly sessionToken: Secret;
  readonly apiKey: Secret;
}

type Opened = Omit<SignIn, 'apiKey'>;

/** Registration and sign-in by e-mail. Both are the same operation, so that nobody learns which addresses have an account. */
export class Registration {
  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly accounts: Accounts;
      readonly apiKeys: ApiKeys;
      readonly sessions: Sessions;
      readonly codes: RegistrationCodes;
      readonly guesses: GuessLimit;
      readonly hasher: CodeHasher;
      readonly mailer: Mailer;
      readonly random: Random;
      readonly ids: IdSource;
    },
  ) {}

  /**
   * Sends a new code, which replaces the one before; returns how long it is valid. Throws `disposable_email`, `email_limit_reached` or
   * `email_delivery_failed`.
   */
  async sendCode(address: EmailAddress): Promise<{ expiresInSeconds: number }> {
    const { codes, hasher, mailer, random, ids } = this.parts;
    if (isDisposable(address)) throw new PlatformError('disposable_email');
    const id = ids.next('code');
    const code = newCode(random);
    await codes.add(address, { id, hash: hasher.hash([address, id], code) });
    await sendRecorded(mailer, codeMessage(address, code), () => codes.withdraw(address, id));
    return { expiresInSeconds: CODE_TTL_MS / 1_000 };
  }

  /**
   * Exchanges a code for a session and a new key; the first time it also creates the account. Throws `invalid_code`, `code_expired` or
   * `attempt_limit_reached`, or `rate_limited` while too many codes of all accounts are wrong.
   */
  verify(address: EmailAddress, code: Secret): Promise<SignIn> {
    const { apiKeys } = this.parts;
    return this.#exchange(address, code, async (opened, transaction) => {
      const { secret: apiKey } = await apiKeys.mintAtSignIn(opened.account._id, transaction);
      return { ...opened, apiKey };
    });
  }

  /** Exchanges a code for a session alone; otherwise as `verify`. */
  signIn(address: EmailAddress, code: Secret): Promise<Opened> {
    return this.#exchange(address, code, async (opened) => opened);
  }

  async #exchange<Result extends Opened>(
    address: EmailAddress,
    code: Secret,
    complete: (opened: Opened, transaction: ClientSession) => Promise<Result>,
  ): Promise<Result> {
    const { accounts, codes, connection, guesses, hasher, sessions } = this.parts;
    const sent = await codes.takeAttempt(address);
    await guesses.count(ALL_ACCOUNTS);
    if (!hasher.matches([address, sent.id], code, sent.hash)) throw new PlatformError('invalid_code');
    await guesses.forgive(ALL_ACCOUNTS);
    return inTransaction(connection, async (session) => {
      await codes.use(address, sent.id, session);
      const account = await accounts.findOrCreate(address, session);
      const sessionToken = await sessions.open(account._id, session);
      return complete({ account, sessionToken }, session);
    });
  }
}
