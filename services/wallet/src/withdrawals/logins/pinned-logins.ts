// Why: docs/decisions/wallet/login-pins.md
import { PlatformError } from '@platform/errors';
import { RecordSeals, type Seals } from '@platform/keys/seals';
import type { Clock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import { type Connection, Schema } from 'mongoose';
import type { Address } from 'viem';
import type { AccountLogin, AccountLogins, CodedWithdrawal, LoginIdentity, WithdrawalCall } from './account-logins.js';

/** How long withdrawals wait after a change of the login. */
const WAIT_MS = 24 * 3_600_000;

/** The login of an account as the wallet service first saw it, and what it was before. */
interface LoginPin extends Omit<LoginIdentity, 'formerLoginIds'> {
  /** The account's id. */
  readonly _id: string;
  /** When it took the place of another one. */
  readonly changedAt?: Date;
  /** Where the owner of the former login is reached, until that owner was told. */
  readonly toTell?: string;
  readonly seal: string;
}

const pinSchema = new Schema<LoginPin>(
  {
    _id: { type: String, required: true },
    loginId: { type: String, required: true },
    contact: String,
    changedAt: Date,
    toTell: String,
    seal: { type: String, required: true },
  },
  { collection: 'login_pins', versionKey: false },
);

function pinModel(connection: Connection) {
  return connection.model('LoginPin', pinSchema);
}

/**
 * The logins of accounts, each pinned at its first use: the identity service never changes one, so a change is an attack on that service or a
 * mistake of its operator. After it nothing can be withdrawn for a day, and the owner of the former login is told before that.
 */
export class PinnedLogins implements AccountLogins {
  readonly #pins: ReturnType<typeof pinModel>;
  readonly #seals: RecordSeals<Omit<LoginPin, 'seal'>>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly logins: AccountLogins;
      readonly seals: Seals;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {
    this.#pins = pinModel(parts.connection);
    this.#seals = pinSeals(parts.seals);
  }

  async of(call: WithdrawalCall): Promise<AccountLogin> {
    await this.#requirePinned(call);
    return this.parts.logins.of(call);
  }

  async loginWalletOf(call: WithdrawalCall): Promise<Address> {
    await this.#requirePinned(call);
    return this.parts.logins.loginWalletOf(call);
  }

  identityOf(call: WithdrawalCall): Promise<LoginIdentity> {
    return this.parts.logins.identityOf(call);
  }

  sendCode(call: WithdrawalCall, code: Secret, withdrawal: CodedWithdrawal): Promise<void> {
    return this.parts.logins.sendCode(call, code, withdrawal);
  }

  tellFormer(call: WithdrawalCall, contact: string): Promise<void> {
    return this.parts.logins.tellFormer(call, contact);
  }

  /** Throws `withdrawal_authorization_unavailable`, with when to come back, within a day after the login has changed. */
  async #requirePinned(call: WithdrawalCall): Promise<void> {
    const { clock, logger, logins } = this.parts;
    const { accountId } = call;
    const login = await logins.identityOf(call);
    const pin = await this.#pinned(accountId, login);
    const current = await this.#compared(pin, login);
    if (current.changedAt === undefined) return;
    if (current.toTell !== undefined) {
      logger.error({ accountId }, 'the login of an account has changed: its withdrawals wait for a day');
      await logins.tellFormer(call, current.toTell);
      await this.#told(current);
    }
    const waitMs = current.changedAt.getTime() + WAIT_MS - clock.nowMs();
    if (waitMs <= 0) return;
    throw new PlatformError('withdrawal_authorization_unavailable', {
      details: { reason: 'login_changed', retry_after_seconds: Math.ceil(waitMs / 1_000) },
    });
  }

  /** Returns the account's pin; the first call makes it. */
  async #pinned(accountId: string, login: LoginIdentity): Promise<LoginPin> {
    const made = this.#sealed({ _id: accountId, ...keptOf(login) });
    const pin = await this.#pins
      .findOneAndUpdate({ _id: accountId }, { $setOnInsert: made }, { upsert: true, returnDocument: 'after' })
      .orFail()
      .lean<LoginPin>();
    return this.#seals.proved(pin);
  }

  /** Returns the pin after a comparison with the present login; one under a former key is the same login and waits for nothing. */
  async #compared(pin: LoginPin, login: LoginIdentity): Promise<LoginPin> {
    if (pin.loginId === login.loginId) return pin;
    if (login.formerLoginIds.includes(pin.loginId)) return this.#replace(pin, { ...pin, ...keptOf(login) });
    const toTell = pin.toTell ?? pin.contact;
    const changed = { ...keptOf(login), changedAt: this.parts.clock.now(), ...(toTell !== undefined && { toTell }) };
    return this.#replace(pin, { _id: pin._id, ...changed });
  }

  #told(pin: LoginPin): Promise<LoginPin> {
    const { toTell: _told, ...rest } = pin;
    return this.#replace(pin, rest);
  }

  /** Writes a change, unless another process has changed the pin since. */
  async #replace({ _id, seal }: LoginPin, changed: Omit<LoginPin, 'seal'>): Promise<LoginPin> {
    const next = this.#sealed(changed);
    await this.#pins.replaceOne({ _id, seal }, next);
    return next;
  }

  #sealed(pin: Omit<LoginPin, 'seal'>): LoginPin {
    return { ...pin, seal: this.#seals.seal(pin) };
  }
}

/** Returns what is kept of a login. */
function keptOf({ loginId, contact }: LoginIdentity): Pick<LoginPin, 'loginId' | 'contact'> {
  return { loginId, ...(contact !== undefined && { contact }) };
}

function pinSeals(seals: Seals): RecordSeals<Omit<LoginPin, 'seal'>> {
  return new RecordSeals(seals, 'login pin', ({ _id, loginId, contact, changedAt, toTell }) => ({
    id: _id,
    fields: { loginId, contact, changedAt, toTell },
  }));
}
