import { PlatformError } from '@platform/errors';
import {
  attemptLimitReached,
  CODE_ATTEMPTS_MAX,
  CODE_TTL_MS,
  type CodeHasher,
  GuessLimit,
  newCode,
  requireUnexpired,
} from '@platform/keys/one-time-codes';
import type { Clock, IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import { type ClientSession, type Connection, isDuplicateKey } from '@platform/store/mongo';
import type { Mailbox } from '../logins/account-logins.js';
import type { EmailProof, ProofPurpose } from '../proofs/proof.js';
import { COOLDOWN_MS, CodeMessages } from './code-messages.js';
import { type ChallengeRecord, challengeModel } from './model.js';

/** How long an expired challenge is kept, so that its code differs from an unknown one. */
const KEEP_MS = 24 * 3_600_000;
/** Wrong codes of an account: what its mailbox's messages of an hour allow, and no more where somebody resets their attempts. */
const WRONG_CODES_PER_HOUR = 25;
const CHALLENGE_ID = /^chl_[0-9a-hjkmnp-tv-z]{26}$/;

/** The withdrawal that a code authorizes, and nothing else. */
export interface CodeBinding {
  readonly accountId: string;
  readonly key: string;
  readonly intentHash: string;
  /** What the source keeps of the amount. */
  readonly feeMicroUsdc: MicroUsdc;
}

/** A code that was issued and not sent yet. */
export interface IssuedCode {
  readonly challengeId: string;
  readonly code: Secret;
  readonly expiresAt: Date;
  readonly resendAvailableAt: Date;
  /** Call it when it is certain that the code will not arrive: the code then counts towards no limit. */
  readonly takeBack: () => Promise<void>;
}

/** The codes that authorize withdrawals; every limit holds under any number of concurrent requests. */
export class Challenges {
  readonly #challenges: ReturnType<typeof challengeModel>;
  readonly #messages: CodeMessages;
  readonly #guesses = new GuessLimit(WRONG_CODES_PER_HOUR);

  constructor(
    connection: Connection,
    private readonly hasher: CodeHasher,
    private readonly ids: IdSource,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {
    this.#challenges = challengeModel(connection);
    this.#messages = new CodeMessages(connection, clock);
  }

  /** Creates the collections' indexes. */
  async initialize(): Promise<void> {
    await Promise.all([this.#challenges.createIndexes(), this.#messages.initialize()]);
  }

  /**
   * Makes a new code the challenge's only valid one; the code before it is void. Throws what `CodeMessages.take` throws or, when the
   * challenge has authorized its withdrawal, `withdrawal_state_conflict`.
   */
  async issue(binding: CodeBinding, { mailboxId, formerMailboxIds }: Mailbox): Promise<IssuedCode> {
    const now = this.clock.now();
    if ((await this.#challenges.exists({ ...challengeOf(binding), state: 'spent' })) !== null)
      throw new PlatformError('withdrawal_state_conflict');
    const message = { id: this.ids.next('msg'), accountId: binding.accountId, mailboxId, formerMailboxIds };
    await this.#messages.take(message);
    const code = newCode(this.random);
    const codeHash = this.hasher.hash(hashed(binding, now), code);
    const giveBack = () => this.#messages.giveBack(message);
    const challenge = await this.#rotate(binding, codeHash, now).catch(async (error: unknown) => {
      await giveBack();
      // It was spent between read and write.
      throw isDuplicateKey(error) ? new PlatformError('withdrawal_state_conflict') : error;
    });
    return {
      challengeId: challenge._id,
      code,
      expiresAt: new Date(now.getTime() + CODE_TTL_MS),
      resendAvailableAt: new Date(now.getTime() + COOLDOWN_MS),
      takeBack: async () => {
        await this.#challenges.updateOne({ _id: challenge._id, codeHash, state: 'open' }, { $set: { state: 'void' } });
        await giveBack();
      },
    };
  }

  /**
   * Checks a proof in the caller's transaction, and spends its challenge unless it is only authorized. Returns when the code expires;
   * undefined for a wrong one: the transaction must then commit, since the attempt counts. Throws `challenge_not_available`,
   * `withdrawal_challenge_mismatch`, `code_expired`, `attempt_limit_reached` or `rate_limited`.
   */
  async use(
    { challengeId, code }: EmailProof,
    binding: CodeBinding,
    session: ClientSession,
    purpose: ProofPurpose,
  ): Promise<Date | undefined> {
    const challenge = await this.#find(challengeId, binding.accountId, session);
    const { key, feeMicroUsdc } = binding;
    if (challenge.key !== key || challenge.intentHash !== binding.intentHash || challenge.feeMicroUsdc !== feeMicroUsdc)
      throw new PlatformError('withdrawal_challenge_mismatch');
    const now = this.clock.now();
    requireUnexpired(challenge.sentAt, now);
    if (challenge.attempts >= CODE_ATTEMPTS_MAX) throw attemptLimitReached(challenge.sentAt, now);
    await this.#guesses.count(binding.accountId);
    const isRight = this.hasher.matches(hashed(binding, challenge.sentAt), code, challenge.codeHash);
    if (isRight) await this.#guesses.forgive(binding.accountId);
    const right = { $set: { state: purpose === 'withdraw' ? 'spent' : 'open' } };
    // Of concurrent attempts the store commits one and retries the others, so each one counts.
    await this.#challenges.updateOne({ _id: challengeId }, isRight ? right : { $inc: { attempts: 1 } }, { session });
    return isRight ? new Date(challenge.sentAt.getTime() + CODE_TTL_MS) : undefined;
  }

  /** Removes challenges that ended long ago. */
  async sweep(): Promise<void> {
    await this.#challenges.deleteMany({ sentAt: { $lte: new Date(this.clock.nowMs() - KEEP_MS) } });
    await this.#messages.sweep();
  }

  async #find(challengeId: string, accountId: string, session: ClientSession): Promise<ChallengeRecord> {
    if (!CHALLENGE_ID.test(challengeId)) throw new PlatformError('withdrawal_otp_identity_invalid');
    const challenge = await this.#challenges
      .findOne({ _id: challengeId, accountId }, null, { session })
      .lean<ChallengeRecord>();
    if (challenge === null || challenge.state !== 'open') throw new PlatformError('challenge_not_available');
    return challenge;
  }

  /** Writes the new code; there is one document per binding, so for a spent one the upsert violates its unique index. */
  async #rotate(binding: CodeBinding, codeHash: string, now: Date): Promise<ChallengeRecord> {
    return this.#challenges
      .findOneAndUpdate(
        { ...challengeOf(binding), state: { $in: ['open', 'void'] } },
        {
          $set: { feeMicroUsdc: binding.feeMicroUsdc, codeHash, state: 'open', sentAt: now, attempts: 0 },
          $setOnInsert: { _id: this.ids.next('chl') },
        },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean<ChallengeRecord>();
  }
}

/** Returns what there is one challenge for: a changed fee needs another code of the same one. */
function challengeOf({ accountId, key, intentHash }: CodeBinding) {
  return { accountId, key, intentHash };
}

/** Returns the values that a code's hash is bound to, in their order: also when it was sent, so that nobody prolongs its life. */
function hashed({ accountId, key, intentHash, feeMicroUsdc }: CodeBinding, sentAt: Date): readonly string[] {
  return [accountId, key, intentHash, formatUsd(feeMicroUsdc), sentAt.toISOString()];
}
