import type { Clock } from '@platform/clock';
import { Pool } from 'undici';
import type { z } from 'zod';
import { type Urgency, VenueUnreadableError } from '../venue.js';
import { WeightBudget } from './weight-budget.js';

const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 250;
const ATTEMPT_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
const CONNECTIONS_MAX = 8;
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
/** How long a request may wait for its share of the allowance. */
const WAIT_MS_MAX: Readonly<Record<Urgency, number>> = { interactive: 5_000, background: 600_000 };

/** A request of `POST /info`. */
export interface InfoRequest<Answer> {
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<Answer>;
  /** What it costs of the allowance. */
  readonly weight: number;
  readonly urgency: Urgency;
}

/** An answer, parsed, and what the venue says of itself. */
export interface InfoAnswer<Answer> {
  readonly data: Answer;
  /** Undefined: the venue itself. Else it is a sandbox, and up to `recordedUntilMs` its rows are replayed, not made up. */
  readonly sandbox: { readonly recordedUntilMs: number } | undefined;
}

/** A sandbox venue says in each answer that it is one, and up to which time the rows were recorded at the real venue. */
const SANDBOX_HEADER = 'x-sandbox';
const RECORDED_UNTIL_HEADER = 'x-sandbox-recorded-until';

/** Why an attempt failed, and whether another may succeed. */
class AttemptError extends Error {
  constructor(
    message: string,
    readonly passing: boolean,
  ) {
    super(message);
  }
}

/** Reads `POST /info`: within the venue's allowance, each attempt bounded in time, at most three attempts. */
export class InfoClient {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #budget: WeightBudget;
  readonly #closing = new AbortController();

  constructor(
    url: string,
    weightPerMinute: number,
    private readonly clock: Clock,
  ) {
    const { origin, pathname } = new URL(url);
    this.#path = `${pathname.replace(/\/$/, '')}/info`;
    this.#pool = new Pool(origin, {
      connections: CONNECTIONS_MAX,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: ATTEMPT_TIMEOUT_MS,
      bodyTimeout: ATTEMPT_TIMEOUT_MS,
      maxResponseSize: ANSWER_BYTES_MAX,
    });
    this.#budget = new WeightBudget(weightPerMinute, clock);
  }

  /** The answer, parsed. Throws `VenueUnreadableError` when none came or it isn't what the venue documents. */
  async ask<Answer>(request: InfoRequest<Answer>): Promise<InfoAnswer<Answer>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isPassing(error) || this.#closing.signal.aborted) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new VenueUnreadableError(`hyperliquid ${String(request.body['type'])}: ${reason}`, { cause: error });
        }
        await this.clock.sleep(RETRY_DELAY_MS * 4 ** (attempt - 1), this.#closing.signal);
      }
    }
  }

  async #attempt<Answer>({ body, answer, weight, urgency }: InfoRequest<Answer>): Promise<InfoAnswer<Answer>> {
    const closing = this.#closing.signal;
    const waiting = AbortSignal.any([closing, AbortSignal.timeout(WAIT_MS_MAX[urgency])]);
    await this.#budget.spend(weight, urgency, waiting).catch(() => {
      throw new AttemptError('the allowance is used up', false);
    });
    const response = await this.#pool.request({
      method: 'POST',
      path: this.#path,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([closing, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    });
    const text = await response.body.text();
    if (response.statusCode !== 200) {
      throw new AttemptError(
        `status ${response.statusCode}`,
        response.statusCode === 429 || response.statusCode >= 500,
      );
    }
    const parsed = answer.safeParse(parseJson(text));
    if (parsed.success) return { data: parsed.data, sandbox: sandboxOf(response.headers) };
    const issue = parsed.error.issues[0];
    throw new AttemptError(`answer at ${issue?.path.join('.') || 'top'}: ${issue?.message ?? 'is malformed'}`, false);
  }

  /** Gives up what is under way and disconnects. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await this.#pool.destroy();
  }
}

function sandboxOf(headers: Readonly<Record<string, unknown>>): InfoAnswer<unknown>['sandbox'] {
  if (headers[SANDBOX_HEADER] === undefined) return undefined;
  const recordedUntilMs = Number(headers[RECORDED_UNTIL_HEADER]);
  return { recordedUntilMs: Number.isFinite(recordedUntilMs) ? recordedUntilMs : Number.NEGATIVE_INFINITY };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AttemptError('answer is not JSON', false);
  }
}

/** A failure of the transport may pass, and so may those that the answer says do; a malformed answer would come again. */
function isPassing(error: unknown): boolean {
  return error instanceof AttemptError ? error.passing : true;
}
