import { PlatformError } from '@platform/errors';
import type { Secret } from '@platform/kit/config';
import type { Address } from 'viem';
import type {
  AccountLogin,
  AccountLogins,
  CodedWithdrawal,
  LoginIdentity,
  WithdrawalCall,
} from '../withdrawals/logins/account-logins.js';

/** Accounts with one e-mail address each, whose messages a test reads. */
export class TestLogins implements AccountLogins {
  /** The codes sent to each account, oldest first. */
  readonly codes = new Map<string, string[]>();
  /** The error with which the next messages fail. */
  failure: Error | undefined;

  /** The wallets that accounts sign in with. */
  readonly loginWallets = new Map<string, Address>();

  async loginWalletOf({ accountId }: WithdrawalCall): Promise<Address> {
    const address = this.loginWallets.get(accountId);
    if (address === undefined) throw new PlatformError('withdrawal_wallet_unavailable');
    return address;
  }

  /** The logins of accounts whose login has changed. */
  readonly changed = new Map<string, Omit<LoginIdentity, 'formerLoginIds'>>();

  /** The identity service's keys, the current one first: each makes other ids of the same logins and mailboxes. */
  readonly keys = ['first'];

  async identityOf({ accountId }: WithdrawalCall): Promise<LoginIdentity> {
    const { loginId, contact } = this.changed.get(accountId) ?? {
      loginId: `login of ${accountId}`,
      contact: `mailbox of ${accountId}`,
    };
    const { id, formerIds } = this.#idsOf(loginId);
    return { loginId: id, formerLoginIds: formerIds, ...(contact !== undefined && { contact }) };
  }

  /** The former owners who were told. */
  readonly told: string[] = [];

  async tellFormer(_call: WithdrawalCall, contact: string): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.told.push(contact);
  }

  /** The mailboxes of accounts that share one; every other account has its own. */
  readonly mailboxes = new Map<string, string>();

  /** The accounts that sign with their login wallet. */
  readonly signing = new Set<string>();

  async of(call: WithdrawalCall): Promise<AccountLogin> {
    const { accountId } = call;
    if (this.signing.has(accountId)) return { mode: 'wallet_signature', loginWallet: await this.loginWalletOf(call) };
    const { id, formerIds } = this.#idsOf(this.mailboxes.get(accountId) ?? `mailbox of ${accountId}`);
    return { mode: 'email_otp', maskedEmail: 'w***@example.com', mailboxId: id, formerMailboxIds: formerIds };
  }

  /** The withdrawals that messages told of, by code. */
  readonly coded = new Map<string, CodedWithdrawal>();

  async sendCode({ accountId }: WithdrawalCall, code: Secret, withdrawal: CodedWithdrawal): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.coded.set(code.reveal(), withdrawal);
    this.codes.set(accountId, [...(this.codes.get(accountId) ?? []), code.reveal()]);
  }

  #idsOf(text: string): { id: string; formerIds: string[] } {
    const [id = '', ...formerIds] = this.keys.map((key) => `${text} by the ${key} key`);
    return { id, formerIds };
  }

  /** Returns the latest code sent to an account. */
  newestCode(accountId: string): string {
    const code = this.codes.get(accountId)?.at(-1);
    if (code === undefined) throw new Error('no message');
    return code;
  }
}
