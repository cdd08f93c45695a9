import { PlatformError } from '@platform/errors';
import type { CodeHasher } from '@platform/keys/one-time-codes';
import { Secret } from '@platform/kit/config';
import type { Accounts } from '../accounts/accounts.js';
import { mailboxOf } from '../email/address.js';
import { DeliveryError, type Mailer, type Message } from '../email/mailer.js';

const VALID_MINUTES = 10;

/** What a code authorizes. */
export interface WithdrawalNotice {
  readonly accountId: string;
  readonly code: Secret;
  /** Decimal string of USD. */
  readonly amountUsd: string;
  /** Address that the amount goes to. */
  readonly destinationWallet: string;
}

/** How an account signs in, as far as the wallet service is told. */
interface AccountLogin {
  readonly loginType: string;
  /** Both are absent where the account has no address. */
  readonly maskedEmail?: string;
  readonly mailboxId?: string;
  readonly loginWallet?: string;
}

/** What the wallet service asks about the accounts that withdraw; it makes the codes, and never learns the address. */
export class WithdrawalNotices {
  constructor(
    private readonly accounts: Accounts,
    private readonly mailer: Mailer,
    private readonly hasher: CodeHasher,
  ) {}

  /** How an account signs in. Throws `unauthorized` for an id that no account has. */
  async loginOf(accountId: string): Promise<AccountLogin> {
    const { loginType, email, loginWallet } = await this.accounts.get(accountId);
    return {
      loginType,
      ...(email === undefined ? {} : { maskedEmail: masked(email), mailboxId: this.#mailboxId(email) }),
      ...(loginWallet === undefined ? {} : { loginWallet }),
    };
  }

  /** A mailbox has few letters, and a guess at them must not be proved by what other services keep, which is what the key is for. */
  #mailboxId(email: string): string {
    return this.hasher.hash(['mailbox'], new Secret(mailboxOf(email)));
  }

  /** Sends a code to the account's verified address. Throws `unauthorized`, also where it has none, or `email_delivery_failed`. */
  async send({ accountId, ...notice }: WithdrawalNotice): Promise<void> {
    const { email } = await this.accounts.get(accountId);
    if (email === undefined) throw new PlatformError('unauthorized');
    try {
      await this.mailer.send(withdrawalMessage(email, notice));
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      throw new PlatformError('email_delivery_failed', { details: { may_arrive: !error.provenUnsent }, cause: error });
    }
  }
}

/** Short ASCII lines, in which the code is the only word of six digits: an address is one word of forty-two characters. */
function withdrawalMessage(
  to: string,
  { code, amountUsd, destinationWallet }: Omit<WithdrawalNotice, 'accountId'>,
): Message {
  return {
    to,
    subject: 'Your withdrawal code',
    text: [
      `Your withdrawal code is ${code.reveal()}`,
      '',
      `It authorizes one withdrawal of $${grouped(amountUsd)} to ${destinationWallet}`,
      `It is valid for ${VALID_MINUTES} minutes and works once.`,
      'If you did not ask for it, do not pass it on: somebody may have your API key.',
      '',
    ].join('\n'),
  };
}

/** Thousands apart and no more than five digits together, so that no amount reads as a code. */
function grouped(amountUsd: string): string {
  const [whole = '', fraction = ''] = amountUsd.split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${thousands}.${fraction.replace(/(\d{3})(?=\d)/, '$1 ')}`;
}

/** The first letter and the domain: enough for the address's owner to know it. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
