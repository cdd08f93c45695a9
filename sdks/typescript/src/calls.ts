// Why: docs/decisions/edge/sdks.md
import { type FailedCall, NoAnswerError, RefusedError, readRefusal } from './errors.js';
import type { Surroundings } from './surroundings.js';

/** How often and how long a call is tried. */
export interface RetryOptions {
  /** Tries of one call, the first one counted; 1 for no retries. Default: 6. */
  readonly triesMax?: number;
  /** The time that one try has for its whole answer. Default: 30,000. */
  readonly timeoutMs?: number;
  /** The longest time that a `Retry-After` is waited for; what asks for more is thrown at once. Default: 60,000. */
  readonly retryAfterMsMax?: number;
}

/** What is known of a call before it is made. */
export interface Call {
  /** As `POST /runtime/backtests`. */
  readonly operation: string;
  readonly idempotencyKey: string | undefined;
  /** Whether it may be repeated when its outcome is unknown. */
  readonly repeatable: boolean;
  /** Whether it can have an effect. */
  readonly changes: boolean;
}

const BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 8_000;
/** What says nothing of whether the platform has done what was asked. */
const OUTCOME_UNKNOWN = new Set([502, 503, 504]);
/** An answer by which nothing was done, for any operation: it waits for its allowance. */
const ALLOWANCE = 'rate_limited';
const BODILESS = new Set([204, 205, 304]);

interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** Makes calls, each as often as is safe. */
export class Caller {
  readonly #triesMax: number;
  readonly #timeoutMs: number;
  readonly #retryAfterMsMax: number;

  constructor(
    { triesMax = 6, timeoutMs = 30_000, retryAfterMsMax = 60_000 }: RetryOptions,
    private readonly surroundings: Surroundings,
  ) {
    this.#triesMax = triesMax;
    this.#timeoutMs = timeoutMs;
    this.#retryAfterMsMax = retryAfterMsMax;
  }

  /** Returns the answer of a call, its body whole. Throws `RefusedError`, `NoAnswerError`, or the reason of the request's signal. */
  async send(request: Request, call: Call): Promise<Response> {
    const body = request.body === null ? null : await request.text();
    let outcomeUnknown = false;
    for (let tries = 1; ; tries += 1) {
      const failed = (): FailedCall => ({ ...call, outcomeUnknown, tries });
      const answer = await this.#try(request, body);
      if ('response' in answer && answer.response.ok) return whole(answer);
      let waitMs = this.#backoffMs(tries);
      if (!('response' in answer)) {
        outcomeUnknown ||= call.changes;
        if (!call.repeatable || tries >= this.#triesMax) throw new NoAnswerError(failed(), answer.lost);
      } else {
        const refusal = readRefusal(answer.response.status, answer.response.headers, answer.text);
        const isUnknown = OUTCOME_UNKNOWN.has(refusal.status);
        outcomeUnknown ||= isUnknown && call.changes;
        waitMs = Math.max(waitMs, (refusal.retryAfterSeconds ?? 0) * 1_000);
        const again = refusal.code === ALLOWANCE || (isUnknown && call.repeatable);
        if (!again || tries >= this.#triesMax || waitMs > this.#retryAfterMsMax)
          throw new RefusedError(refusal, failed());
      }
      await this.surroundings.sleep(waitMs, request.signal);
    }
  }

  /** One try; an answer that breaks off in its body is none. */
  async #try({ url, method, headers, signal }: Request, body: string | null): Promise<Answer | { lost: unknown }> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]);
    try {
      const response = await this.surroundings.fetch(url, { method, headers, body, signal: limited });
      return { response, text: await response.text() };
    } catch (lost) {
      signal.throwIfAborted();
      return { lost };
    }
  }

  /** Doubles from try to try, and differs from caller to caller: those who failed together don't come back together. */
  #backoffMs(tries: number): number {
    return Math.min(BACKOFF_MS * 2 ** (tries - 1), BACKOFF_MS_MAX) * (0.5 + this.surroundings.random() / 2);
  }
}

function whole({ response: { status, statusText, headers }, text }: Answer): Response {
  return new Response(BODILESS.has(status) ? null : text, { status, statusText, headers });
}
