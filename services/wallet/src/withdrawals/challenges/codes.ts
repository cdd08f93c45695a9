import { PlatformError } from '@platform/errors';
import type { WithdrawalRequest } from '../intent.js';
import type { AccountLogins, WithdrawalCall } from '../logins/account-logins.js';
import type { Authorizations } from '../proofs/authorizations.js';
import type { Withdrawals } from '../withdrawals.js';
import type { Challenges } from './challenges.js';
import { codeBinding } from './email-proofs.js';

/** A code that was sent. */
export interface SentCode {
  readonly challengeId: string;
  readonly maskedEmail: string;
  readonly expiresAt: Date;
  readonly resendAvailableAt: Date;
}

/** Sends the codes that authorize withdrawals. */
export class WithdrawalCodes {
  constructor(
    private readonly challenges: Challenges,
    private readonly logins: AccountLogins,
    private readonly withdrawals: Withdrawals,
    private readonly authorizations: Authorizations,
  ) {}

  /**
   * Sends a code for a withdrawal; a repeated call after the cooldown sends another code, which is then the only valid one. Throws
   * `idempotency_key_conflict` or `withdrawal_state_conflict` when the key has its withdrawal already, `withdrawal_request_cancelled` when it
   * is fenced, `feature_not_available` for a planned source, `withdrawal_authorization_mismatch` for an account that signs, and what
   * `Challenges.issue` and `AccountLogins` throw.
   */
  async send(call: WithdrawalCall, request: WithdrawalRequest): Promise<SentCode> {
    if ((await this.withdrawals.find(request)) !== undefined) throw new PlatformError('withdrawal_state_conflict');
    const { feeMicroUsdc, arrivesMicroUsdc } = this.withdrawals.quote(request.intent);
    const login = await this.logins.of(call);
    if (login.mode !== 'email_otp') throw new PlatformError('withdrawal_authorization_mismatch');
    const binding = codeBinding({ ...request, feeMicroUsdc });
    const { challengeId, code, expiresAt, resendAvailableAt, takeBack } = await this.challenges.issue(binding, login);
    // It was by the code that is void now.
    await this.authorizations.end(request);
    try {
      await this.logins.sendCode(call, code, { ...request.intent, feeMicroUsdc, arrivesMicroUsdc });
    } catch (error) {
      if (isProvenUnsent(error)) await takeBack();
      throw error;
    }
    return { challengeId, maskedEmail: login.maskedEmail, expiresAt, resendAvailableAt };
  }
}

function isProvenUnsent(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.details === undefined) return false;
  return 'may_arrive' in error.details && error.details['may_arrive'] === false;
}
