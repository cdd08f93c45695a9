import { PlatformError } from '@platform/errors';
import type { CodeHasher } from '@platform/keys/one-time-codes';
import { Secret } from '@platform/kit/config';
import type { Accounts } from '../accounts/accounts.js';
import { mailboxOf } from '../email/address.js';
import { DeliveryError, type Mailer, type Message } from '../email/mailer.js';
import type { Contacts } from './contacts.js';

const VALID_MINUTES = 10;

/** The withdrawal that a code authorizes. */
export interface WithdrawalNotice {
  readonly accountId: string;
  readonly code: Secret;
  /** Name of the balance that it spends. */
  readonly source: string;
  /** What leaves it, what it keeps of that, and what arrives: decimal strings of USD. */
  readonly amountUsd: string;
  readonly feeUsd: string;
  readonly arrivesUsd: string;
  /** The address that receives it. */
  readonly destinationWallet: string;
}

/** How an account signs in, as the wallet service sees it. */
interface AccountLogin {
  readonly loginType: string;
  /** Both are absent where the account has no e-mail address. */
  readonly maskedEmail?: string;
  readonly mailboxId?: string;
  readonly loginWallet?: string;
  readonly loginId: string;
  readonly contact?: string;
  /** What the ids were under former keys. */
  readonly formerMailboxIds: string[];
  readonly formerLoginIds: string[];
}

/** Answers the wallet service about the accounts that withdraw; the wallet service makes the codes, and never learns the address. */
export class WithdrawalNotices {
  constructor(
    private readonly accounts: Accounts,
    private readonly mailer: Mailer,
    private readonly contacts: Contacts,
    private readonly hasher: CodeHasher,
    /** Those of former keys: by them other services may know a login or a mailbox. */
    private readonly formerHashers: readonly CodeHasher[],
  ) {}

  /** Returns how an account signs in. Throws `unauthorized` for an unknown id. */
  async loginOf(accountId: string): Promise<AccountLogin> {
    const { loginType, email, loginWallet } = await this.accounts.get(accountId);
    const login = this.#idsOf('login', JSON.stringify([loginType, email ?? null, loginWallet ?? null]));
    const mailbox = email === undefined ? undefined : this.#idsOf('mailbox', mailboxOf(email));
    return {
      loginType,
      loginId: login.id,
      formerLoginIds: login.formerIds,
      formerMailboxIds: mailbox?.formerIds ?? [],
      ...(mailbox !== undefined && { mailboxId: mailbox.id }),
      ...(email !== undefined && { maskedEmail: masked(email), contact: await this.contacts.of(email) }),
      ...(loginWallet !== undefined && { loginWallet }),
    };
  }

  /** Returns keyed ids: addresses are easy to guess, and without the key the records of other services would confirm a guess. */
  #idsOf(what: 'login' | 'mailbox', text: string): { id: string; formerIds: string[] } {
    const idBy = (hasher: CodeHasher) => hasher.hash([what], new Secret(text));
    return { id: idBy(this.hasher), formerIds: this.formerHashers.map(idBy) };
  }

  /**
   * Sends a code to the account's verified address. Throws `unauthorized`, also where the account has no address, or
   * `email_delivery_failed`.
   */
  async send({ accountId, ...notice }: WithdrawalNotice): Promise<void> {
    const { email } = await this.accounts.get(accountId);
    if (email === undefined) throw new PlatformError('unauthorized');
    await this.#deliver(withdrawalMessage(email, notice));
  }

  /** Tells the owner of a former login. Throws `invalid_request` for a contact that `loginOf` did not give, or `email_delivery_failed`. */
  async tellOfChange(contact: string): Promise<void> {
    await this.#deliver(changeMessage(await this.contacts.addressOf(contact)));
  }

  async #deliver(message: Message): Promise<void> {
    try {
      await this.mailer.send(message);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      throw new PlatformError('email_delivery_failed', { details: { may_arrive: !error.provenUnsent }, cause: error });
    }
  }
}

function changeMessage(to: string): Message {
  return {
    to,
    subject: 'The login of your account has changed',
    text: [
      'Another login has taken the place of the one with this address.',
      '',
      'For 24 hours nothing can be withdrawn from the account.',
      'If you did not ask for it, contact the operator of the platform at once.',
      '',
    ].join('\n'),
  };
}

/**
 * Returns the message with a code: short ASCII lines, in which the code is the only six-digit word; an address is one word of forty-two
 * characters.
 */
function withdrawalMessage(
  to: string,
  { code, source, amountUsd, feeUsd, arrivesUsd, destinationWallet }: Omit<WithdrawalNotice, 'accountId'>,
): Message {
  return {
    to,
    subject: 'Your withdrawal code',
    text: [
      `Your withdrawal code is ${code.reveal()}`,
      '',
      `It authorizes one withdrawal of $${grouped(amountUsd)} from ${source}`,
      `to ${destinationWallet}`,
      `Fee: $${grouped(feeUsd)}. Arrives: $${grouped(arrivesUsd)}.`,
      `It is valid for ${VALID_MINUTES} minutes and works once.`,
      'If you did not ask for it, do not pass it on: somebody may have your API key.',
      '',
    ].join('\n'),
  };
}

/** Returns an amount with its thousands grouped and at most five digits in a row, so that no amount reads as a code. */
function grouped(amountUsd: string): string {
  const [whole = '', fraction = ''] = amountUsd.split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${thousands}.${fraction.replace(/(\d{3})(?=\d)/, '$1 ')}`;
}

/** Returns the first letter and the domain: enough for the owner to recognise the address. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
