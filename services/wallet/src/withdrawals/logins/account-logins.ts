import { PlatformError } from '@platform/errors';
import type { TokenMinter } from '@platform/keys/tokens';
import type { Secret } from '@platform/kit/config';
import { formatUsd } from '@platform/kit/money';
import type { IdentityServiceDefinition } from '@platform/protos/identity';
import type { CallOptions, GrpcClient } from '@platform/rpc/grpc';
import { type Address, getAddress } from 'viem';
import type { WithdrawalIntent } from '../intent.js';
import type { Quote } from '../sources/source.js';

/** The mail provider has eight seconds to accept a message. */
const SEND_TIMEOUT_MS = 9_000;

/** The account of a request, and the request's id. */
export interface WithdrawalCall {
  readonly accountId: string;
  readonly requestId: string;
}

/** What identifies a mailbox, which accounts may share, without telling it. */
export interface Mailbox {
  readonly mailboxId: string;
  /** Its ids under former keys of the identity service. */
  readonly formerMailboxIds: readonly string[];
}

/** An account that authorizes withdrawals by codes. */
export interface EmailLogin extends Mailbox {
  readonly mode: 'email_otp';
  /** Enough of the address for its owner to recognise it. */
  readonly maskedEmail: string;
}

/** An account that authorizes withdrawals by signatures, and withdraws to the wallet that signs. */
export interface WalletLogin {
  readonly mode: 'wallet_signature';
  /** Checksummed. */
  readonly loginWallet: Address;
}

/** How an account authorizes a withdrawal: the server chooses by the login's type. */
export type AccountLogin = EmailLogin | WalletLogin;

/** A withdrawal as the message with its code shows it. */
export interface CodedWithdrawal extends WithdrawalIntent, Quote {}

/** What identifies a login, without telling it. */
export interface LoginIdentity {
  /** Changes with the login type, the address, the login wallet, and the identity service's key. */
  readonly loginId: string;
  /** The ids of this very login under former keys. */
  readonly formerLoginIds: readonly string[];
  /** How the identity service reaches the owner of this very login later; absent where there is no address. */
  readonly contact?: string;
}

/** How accounts sign in, and how to reach their owners. */
export interface AccountLogins {
  /**
   * Returns how the account authorizes a withdrawal. Throws `withdrawal_identity_unavailable`, `withdrawal_email_unavailable`,
   * `withdrawal_wallet_unavailable`, or `withdrawal_authorization_unavailable` when it can't be determined.
   */
  of(call: WithdrawalCall): Promise<AccountLogin>;
  /** Returns what identifies the account's login. Throws `withdrawal_identity_unavailable` or `withdrawal_authorization_unavailable`. */
  identityOf(call: WithdrawalCall): Promise<LoginIdentity>;
  /**
   * Tells the owner of a former login that another one has taken its place. Throws `email_delivery_failed` or
   * `withdrawal_authorization_unavailable`.
   */
  tellFormer(call: WithdrawalCall, contact: string): Promise<void>;
  /**
   * Returns the locked login wallet of the account, checksummed. Throws `withdrawal_wallet_unavailable` when it has none,
   * `withdrawal_identity_unavailable`, or `withdrawal_authorization_unavailable` when it can't be determined.
   */
  loginWalletOf(call: WithdrawalCall): Promise<Address>;
  /**
   * Sends a code to the account's verified address. Throws `email_delivery_failed`, whose `details.may_arrive` says whether the message may
   * still arrive, or `withdrawal_otp_unavailable`, after which it may arrive too.
   */
  sendCode(call: WithdrawalCall, code: Secret, withdrawal: CodedWithdrawal): Promise<void>;
}

/** The identity service's data about the accounts that withdraw. */
export class IdentityLogins implements AccountLogins {
  constructor(
    private readonly identity: GrpcClient<IdentityServiceDefinition>,
    private readonly minter: TokenMinter,
  ) {}

  async of(call: WithdrawalCall): Promise<AccountLogin> {
    const { loginType, loginWallet, maskedEmail, mailboxId, formerMailboxIds } = await this.#login(call);
    if (loginType === 'wallet') return { mode: 'wallet_signature', loginWallet: lockedWallet(loginWallet) };
    if (loginType !== 'email') throw new PlatformError('withdrawal_identity_unavailable');
    if (maskedEmail === undefined || mailboxId === undefined) throw new PlatformError('withdrawal_email_unavailable');
    return { mode: 'email_otp', maskedEmail, mailboxId, formerMailboxIds };
  }

  async loginWalletOf(call: WithdrawalCall): Promise<Address> {
    const { loginWallet } = await this.#login(call);
    return lockedWallet(loginWallet);
  }

  async identityOf(call: WithdrawalCall): Promise<LoginIdentity> {
    const { loginId, formerLoginIds, contact } = await this.#login(call);
    return { loginId, formerLoginIds, ...(contact !== undefined && { contact }) };
  }

  async tellFormer(call: WithdrawalCall, contact: string): Promise<void> {
    const options = { ...(await this.#options(call)), timeoutMs: SEND_TIMEOUT_MS };
    await this.identity
      .sendLoginChangeNotice({ accountId: call.accountId, contact }, options)
      .catch((error: unknown) => {
        if (error instanceof PlatformError && error.code === 'email_delivery_failed') throw error;
        throw new PlatformError('withdrawal_authorization_unavailable', { cause: error });
      });
  }

  async sendCode(call: WithdrawalCall, code: Secret, withdrawal: CodedWithdrawal): Promise<void> {
    const { source, amountMicroUsdc, feeMicroUsdc, arrivesMicroUsdc, destinationWallet } = withdrawal;
    const amounts = {
      amountUsd: formatUsd(amountMicroUsdc),
      feeUsd: formatUsd(feeMicroUsdc),
      arrivesUsd: formatUsd(arrivesMicroUsdc),
    };
    const request = { accountId: call.accountId, code: code.reveal(), source, ...amounts, destinationWallet };
    const options = { ...(await this.#options(call)), timeoutMs: SEND_TIMEOUT_MS };
    await this.identity.sendWithdrawalCode(request, options).catch((error: unknown) => {
      if (error instanceof PlatformError && error.code === 'email_delivery_failed') throw error;
      throw new PlatformError('withdrawal_otp_unavailable', { cause: error });
    });
  }

  async #login(call: WithdrawalCall) {
    return this.identity
      .getAccountLogin({ accountId: call.accountId }, await this.#options(call))
      .catch((error: unknown) => {
        const isUnknown = error instanceof PlatformError && error.code === 'unauthorized';
        const code = isUnknown ? 'withdrawal_identity_unavailable' : 'withdrawal_authorization_unavailable';
        throw new PlatformError(code, { cause: error });
      });
  }

  async #options({ accountId, requestId }: WithdrawalCall): Promise<CallOptions> {
    const caller = { kind: 'workload', workload: 'wallet', accountId, cause: `request ${requestId}` } as const;
    return { token: await this.minter.mint(caller, 'identity'), requestId };
  }
}

function lockedWallet(loginWallet: string | undefined): Address {
  if (loginWallet === undefined) throw new PlatformError('withdrawal_wallet_unavailable');
  return getAddress(loginWallet);
}
