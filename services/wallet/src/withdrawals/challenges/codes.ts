import { PlatformError } from '@platform/errors';
import { intentHash, type WithdrawalIntent } from '../intent.js';
import type { AccountLogins, WithdrawalCall } from '../logins/account-logins.js';
import type { Withdrawals } from '../withdrawals.js';
import type { Challenges } from './challenges.js';

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
  ) {}

  /**
   * Sends a code for a withdrawal under a key; a repeated call after the cooldown sends another code, which is then the only valid one.
   * Throws `idempotency_key_conflict` or `withdrawal_state_conflict` when the key has its withdrawal already, and what `Challenges.issue`
   * and `AccountLogins` throw.
   */
  async send(call: WithdrawalCall, key: string, intent: WithdrawalIntent): Promise<SentCode> {
    const { accountId } = call;
    if ((await this.withdrawals.find({ accountId, key, intent })) !== undefined)
      throw new PlatformError('withdrawal_state_conflict');
    const login = await this.logins.of(call);
    const binding = { accountId, key, intentHash: intentHash(intent) };
    const { challengeId, code, expiresAt, resendAvailableAt, takeBack } = await this.challenges.issue(binding, login);
    try {
      await this.logins.sendCode(call, code, intent);
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
