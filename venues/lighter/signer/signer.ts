// Why: docs/decisions/venues/lighter-signer.md
import { type Clock, withTimeout } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { z } from 'zod';
import { LighterSignerError } from './errors.js';
import { type Answer, type Question, questionSchema } from './messages.js';
import { readSigned, type SignedTransaction } from './signed.js';
import { SignerProcess, type SignerProgram } from './signer-process.js';
import type { LighterSignatory, LighterToken, LighterTransaction } from './transactions.js';

/** How long and how often. */
export interface SignerLimits {
  /** Time of a process from its start until it has loaded the library. */
  readonly startMs: number;
  /** Time of one signature, which takes 2 ms; then the process is ended. */
  readonly answerMs: number;
  /** Time of a call as a whole, waiting for others included. */
  readonly callMs: number;
  /** Calls that are under way or wait. */
  readonly callsMax: number;
  /** Processes started within a minute. */
  readonly startsPerMinute: number;
}

const LIMITS: SignerLimits = { startMs: 10_000, answerMs: 2_000, callMs: 15_000, callsMax: 256, startsPerMinute: 10 };
const MINUTE_MS = 60_000;

/** How the signer is run. */
export interface LighterSignerOptions extends SignerProgram {
  readonly clock: Clock;
  /** Replaces some of the limits. */
  readonly limits?: Partial<SignerLimits>;
}

/** A transaction to be signed, and the private key that signs it: `0x` and 80 digits. */
export interface LighterSignRequest {
  readonly signatory: LighterSignatory;
  readonly transaction: LighterTransaction;
  readonly privateKey: Secret;
}

/** A key of Lighter's API, as the venue's library makes it. */
export interface LighterApiKey {
  readonly privateKey: Secret;
  readonly publicKey: string;
}

/**
 * Signs Lighter's transactions by the venue's official library, in a process of its own that is started when it is needed and holds no key
 * but that of the call under way. A call whose process ends, hangs or answers nonsense fails; the next one gets another process.
 *
 * Nothing is asked twice. A signature moves nothing before it is sent, and a call that failed gave none out: to call again, with the same
 * nonce, is safe. So is a second signature of a transaction of which one was sent, as the venue accepts each nonce once; but it has another
 * hash, so that the first one must be looked up by its own.
 */
export class LighterSigner {
  readonly #limits: SignerLimits;
  #process: SignerProcess | undefined;
  #startedAtMs: readonly number[] = [];
  #lastTurn: Promise<unknown> = Promise.resolve();
  #calls = 0;
  #lastId = 0;
  #isClosed = false;

  constructor(private readonly options: LighterSignerOptions) {
    this.#limits = { ...LIMITS, ...options.limits };
  }

  /** Signs a transaction. Rejects with `LighterSignerError`. */
  sign({ signatory, transaction, privateKey }: LighterSignRequest): Promise<SignedTransaction> {
    const ask = (id: number) =>
      ({ kind: 'sign', id, privateKey: privateKey.reveal(), ...signatory, transaction }) as const;
    return this.#call(ask, (answer) => {
      if (answer.kind !== 'signed') throw untrue();
      return readSigned(answer, signatory, transaction);
    });
  }

  /** Makes an API key by the system's randomness; the venue knows nothing of it yet. Rejects with `LighterSignerError`. */
  generateKey(): Promise<LighterApiKey> {
    const ask = (id: number) => ({ kind: 'generate', id }) as const;
    return this.#call(ask, (answer) => {
      if (answer.kind !== 'generated') throw untrue();
      return { privateKey: new Secret(answer.privateKey), publicKey: answer.publicKey };
    });
  }

  /** Signs a token for reading. Rejects with `LighterSignerError`. */
  token({ token, privateKey }: { readonly token: LighterToken; readonly privateKey: Secret }): Promise<string> {
    const ask = (id: number) => ({ kind: 'token', id, privateKey: privateKey.reveal(), ...token }) as const;
    const { accountIndex, apiKeyIndex, expiresS } = token;
    return this.#call(ask, (answer) => {
      if (answer.kind !== 'token') throw untrue();
      // The venue reads what the text says.
      if (!answer.token.startsWith(`${expiresS}:${accountIndex}:${apiKeyIndex}:`)) throw untrue();
      return answer.token;
    });
  }

  /** Ends the process. Calls under way fail, and so do later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.end();
    await this.#lastTurn;
  }

  /** Has a question answered after those that were asked before it. */
  async #call<Result>(ask: (id: number) => Question, read: (answer: Answer) => Result): Promise<Result> {
    const { callMs, callsMax } = this.#limits;
    this.#lastId += 1;
    const question = { id: this.#lastId, line: encoded(ask(this.#lastId)) };
    if (this.#calls >= callsMax)
      throw new LighterSignerError('busy', `${callsMax} signatures are under way or wait already`);
    this.#calls += 1;
    let isOver = false;
    const late = (): never => {
      throw new LighterSignerError('late', `the signer did not come to the call within ${callMs} ms`);
    };
    const turn = this.#lastTurn.then(() => (isOver ? late() : this.#answer(question, read)));
    this.#lastTurn = turn.catch(() => undefined);
    try {
      return await withTimeout(turn, callMs, late);
    } finally {
      isOver = true;
      this.#calls -= 1;
    }
  }

  async #answer<Result>(question: { id: number; line: string }, read: (answer: Answer) => Result): Promise<Result> {
    const process = await this.#running();
    const answer = await process.ask(question.line, this.#limits.answerMs);
    try {
      if (answer.kind === 'ready' || answer.id !== question.id) throw untrue();
      if (answer.kind !== 'refused') return read(answer);
    } catch (error) {
      // What it says can't be relied on any more.
      await process.end();
      throw error;
    }
    throw new LighterSignerError('refused', `the library does not sign this: ${answer.reason}`);
  }

  async #running(): Promise<SignerProcess> {
    this.#refuseClosed();
    if (this.#process?.isOver === false) return this.#process;
    const { startMs, startsPerMinute } = this.#limits;
    const nowMs = this.options.clock.nowMs();
    const recent = this.#startedAtMs.filter((startedAtMs) => Math.abs(nowMs - startedAtMs) < MINUTE_MS);
    if (recent.length >= startsPerMinute)
      throw new LighterSignerError('unavailable', `the signer was started ${startsPerMinute} times within a minute`);
    this.#startedAtMs = [...recent, nowMs];
    const started = await SignerProcess.start(this.options, startMs);
    this.#process = started;
    if (this.#isClosed) await started.end();
    this.#refuseClosed();
    return started;
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw new LighterSignerError('unavailable', 'the signer is closed');
  }
}

/** The line of a question. Throws `LighterSignerError` (`invalid`), which names fields and their bounds, and no value. */
function encoded(question: Question): string {
  const { data, error } = z.safeEncode(questionSchema, question);
  if (error === undefined) return JSON.stringify(data);
  const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new LighterSignerError('invalid', `the request can not be signed: ${faults.join('; ')}`);
}

function untrue(): LighterSignerError {
  return new LighterSignerError('untrue', 'the signer answered another question than it was asked');
}
