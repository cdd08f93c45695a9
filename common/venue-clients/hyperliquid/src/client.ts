import type { Clock } from '@platform/clock';
import { exchangeWeight, infoWeight } from '@platform/venue-hyperliquid';
import { z } from 'zod';
import { Connections, codeOf, isLate, isNeverConnected, isTooLarge, type VenueAnswer } from './connections.js';
import { type ReadFailure, VenueReadError } from './errors.js';
import type { Importance } from './importance.js';
import { parseLosslessly } from './json.js';
import { WeightBudget } from './weight-budget.js';

const READ_ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 250;
/**
 * How long an attempt may take, and how long all of them with what they wait for. Nobody waits for the answer to a proof, and
 * one that gave up while others wait before it would only begin anew behind them; nobody waits for the collector either.
 */
const READ_TIMEOUTS: Readonly<Record<Importance, { readonly attemptMs: number; readonly totalMs: number }>> = {
  money: { attemptMs: 2_000, totalMs: 8_000 },
  proof: { attemptMs: 2_000, totalMs: 40_000 },
  read: { attemptMs: 2_000, totalMs: 8_000 },
  background: { attemptMs: 8_000, totalMs: 600_000 },
};
/** How long a write may wait for its turn, and then for its answer: together less than callers wait. */
const WRITE_WAIT_MS = 2_500;
const WRITE_TIMEOUT_MS = 5_000;

const typed = z.looseObject({ type: z.string() });
const signed = z.looseObject({ action: z.looseObject({}) });

/** What a client is made with. */
export interface HyperliquidClientOptions {
  /** Base of the venue's API. */
  readonly url: string;
  /** This process's share of what the venue allows its address. */
  readonly weightPerMinute: number;
  /** Which of this machine's addresses the venue sees; undefined: the system's choice. */
  readonly localAddress?: string | undefined;
  /** In place of every attempt's own time-out. */
  readonly attemptTimeoutMs?: number;
  /** The machine's: requests wait in real time. */
  readonly clock: Clock;
}

/** A read of `POST /info`. */
export interface InfoRequest<Answer> {
  readonly request: { readonly type: string } & Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<Answer>;
  readonly importance: Importance;
  /** How many items the answer has at most, for what is weighed by them. */
  readonly itemsMax?: number;
}

/** An answer, parsed, and what the venue says of itself. */
export interface InfoAnswer<Answer> {
  readonly data: Answer;
  /** Undefined: the venue itself. Else it is a sandbox, and up to `recordedUntilMs` its rows are replayed, not made up. */
  readonly sandbox: { readonly recordedUntilMs: number } | undefined;
}

/** What became of a write. `unsent`: it never left; `unknown`: the venue may have it. */
export type ExchangeAnswer =
  | { readonly kind: 'answered'; readonly answer: VenueAnswer }
  | { readonly kind: 'unsent' | 'unknown'; readonly late: boolean; readonly reason: string };

/** A sandbox venue says in each answer that it is one, and up to which time the rows were recorded at the real venue. */
const SANDBOX_HEADER = 'x-sandbox';
const RECORDED_UNTIL_HEADER = 'x-sandbox-recorded-until';

/**
 * Talks to the venue over HTTP, within this process's share of its allowance. Reads are repeated a few times within their
 * time; a write is sent once.
 */
export class HyperliquidClient {
  readonly #connections: Connections;
  readonly #budget: WeightBudget;
  readonly #closing = new AbortController();

  constructor(private readonly options: HyperliquidClientOptions) {
    this.#connections = new Connections(options.url, options.localAddress);
    this.#budget = new WeightBudget(options.weightPerMinute, options.clock);
  }

  /** The answer, parsed; integers beyond 2^53 - 1 are texts in it. Throws `VenueReadError`. */
  async ask<Answer>({ request, answer, importance, itemsMax = 0 }: InfoRequest<Answer>): Promise<InfoAnswer<Answer>> {
    const { type } = request;
    const weight = infoWeight(type, itemsMax);
    const { status, headers, text } = await this.#read(JSON.stringify(request), { type, weight, importance });
    if (status !== 200) throw failed(type, 'refused', `status ${status}`);
    const body = parsed(text, type);
    if (Array.isArray(body)) this.#budget.charge(Math.max(0, infoWeight(type, body.length) - weight));
    const read = answer.safeParse(body);
    if (read.success) return { data: read.data, sandbox: sandboxOf(headers) };
    const issue = read.error.issues[0];
    throw failed(type, 'malformed', `answer at ${issue?.path.join('.') || 'top'}: ${issue?.message ?? 'is malformed'}`);
  }

  /** The answer to a read that somebody else wrote, as it came, whatever its status. Throws `VenueReadError`. */
  async pass(body: string, importance: Importance): Promise<VenueAnswer> {
    const { type } = typed.parse(JSON.parse(body));
    const weight = infoWeight(type);
    const answer = await this.#read(body, { type, weight, importance });
    // What cannot be read costs no more than a list without items.
    const items = z.array(z.unknown()).safeParse(answer.status === 200 ? jsonOrNothing(answer.text) : undefined);
    this.#budget.charge(Math.max(0, infoWeight(type, items.data?.length) - weight));
    return answer;
  }

  /** Sends a signed action, once. Never rejects. */
  async exchange(body: string): Promise<ExchangeAnswer> {
    const { action } = signed.parse(JSON.parse(body));
    try {
      await this.#budget.take(exchangeWeight(action), 'money', this.#within(WRITE_WAIT_MS));
    } catch (error) {
      return { kind: 'unsent', late: false, reason: `the allowance is used up: ${String(error)}` };
    }
    try {
      const signal = AbortSignal.timeout(this.options.attemptTimeoutMs ?? WRITE_TIMEOUT_MS);
      const answer = await this.#connections.post('/exchange', body, signal);
      if (answer.status === 429) this.#budget.drain();
      return { kind: 'answered', answer };
    } catch (error) {
      return { kind: isNeverConnected(error) ? 'unsent' : 'unknown', late: isLate(error), reason: codeOf(error) };
    }
  }

  /** Whether a read of this type would have to wait for its turn now. */
  mustWait(type: string, importance: Importance): boolean {
    return this.#budget.mustWait(infoWeight(type), importance);
  }

  /** Rejects unless the venue's server answers now; costs nothing of the allowance. */
  checkReachable(): Promise<void> {
    return this.#connections.check();
  }

  /** Gives up reads, lets what is being sent be answered, and disconnects. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closing'));
    await this.#connections.close();
  }

  /** The last answer to a read: the first that is neither a refusal for now nor a failure of the venue's own, if there is one. */
  async #read(
    body: string,
    { type, weight, importance }: { readonly type: string; readonly weight: number; readonly importance: Importance },
  ): Promise<VenueAnswer> {
    const { attemptMs, totalMs } = READ_TIMEOUTS[importance];
    const total = this.#within(totalMs);
    for (let attempt = 1; ; attempt += 1) {
      await this.#budget.take(weight, importance, total).catch((error: unknown) => {
        throw failed(type, 'waiting', 'the allowance is used up', error);
      });
      const signal = AbortSignal.any([total, AbortSignal.timeout(this.options.attemptTimeoutMs ?? attemptMs)]);
      const answer = await this.#connections.post('/info', body, signal).catch((error: unknown) => {
        // It would be as large again.
        if (isTooLarge(error)) throw failed(type, 'malformed', codeOf(error), error);
        const failure = failed(type, isLate(error) ? 'late' : 'unreachable', codeOf(error), error);
        if (attempt === READ_ATTEMPTS_MAX || total.aborted) throw failure;
        return undefined;
      });
      if (answer?.status === 429) this.#budget.drain();
      const mayPass = answer === undefined || answer.status === 429 || answer.status >= 500;
      if (answer !== undefined && (!mayPass || attempt === READ_ATTEMPTS_MAX || total.aborted)) return answer;
      // Aborted: the next attempt says so.
      await this.options.clock.sleep(RETRY_DELAY_MS * 2 ** (attempt - 1), total).catch(() => undefined);
    }
  }

  #within(durationMs: number): AbortSignal {
    return AbortSignal.any([this.#closing.signal, AbortSignal.timeout(durationMs)]);
  }
}

function failed(type: string, failure: ReadFailure, reason: string, cause?: unknown): VenueReadError {
  return new VenueReadError(failure, `hyperliquid ${type}: ${reason}`, { cause });
}

function parsed(text: string, type: string): unknown {
  try {
    return parseLosslessly(text);
  } catch {
    throw failed(type, 'malformed', 'answer is not JSON');
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sandboxOf(headers: Readonly<Record<string, unknown>>): InfoAnswer<unknown>['sandbox'] {
  if (headers[SANDBOX_HEADER] === undefined) return undefined;
  const recordedUntilMs = Number(headers[RECORDED_UNTIL_HEADER]);
  return { recordedUntilMs: Number.isFinite(recordedUntilMs) ? recordedUntilMs : Number.NEGATIVE_INFINITY };
}
