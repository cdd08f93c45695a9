import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import {
  codeOf,
  isLate,
  isTooLarge,
  type RequestTerms,
  type VenueAnswer,
  type VenueConnections,
} from './connections.js';
import { type ReadFailure, VenueReadError } from './errors.js';
import { parseLosslessly } from './json.js';
import type { Priority } from './priority.js';
import type { WeightBudget } from './weight-budget.js';

const READ_ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 250;
/**
 * Time-outs of an attempt, and of all attempts with their waits. No caller waits for the answer to a proof, and a proof that times out in
 * the queue would only start again at its end; no caller waits for the collector either.
 */
const READ_TIMEOUTS: Readonly<Record<Priority, { readonly attemptMs: number; readonly totalMs: number }>> = {
  money: { attemptMs: 2_000, totalMs: 8_000 },
  proof: { attemptMs: 2_000, totalMs: 40_000 },
  read: { attemptMs: 2_000, totalMs: 8_000 },
  background: { attemptMs: 8_000, totalMs: 600_000 },
};

/** Options of reads. */
export interface VenueReadsOptions {
  /** The venue's name in errors. */
  readonly venue: string;
  readonly connections: VenueConnections;
  readonly budget: WeightBudget;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** A read of a venue. */
export interface ReadRequest {
  /** The read's name in errors. */
  readonly name: string;
  readonly path: string;
  /** JSON text that is posted, or what `contentType` says; undefined: the path is fetched with GET. */
  readonly body?: string | undefined;
  readonly contentType?: RequestTerms['contentType'];
  /** Headers besides those of every read: the same at each attempt. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly weight: number;
  readonly priority: Priority;
  /** Called as each attempt is sent, after it has waited for the allowance. */
  readonly onSent?: (() => void) | undefined;
}

/** Reads of a venue over HTTP within this process's share of its allowance, with a few retries within their time-out. */
export class VenueReads {
  readonly #closing = new AbortController();

  constructor(private readonly options: VenueReadsOptions) {}

  /**
   * Returns the last answer: the first that is neither a temporary refusal nor a failure of the venue's own, if there is one. Throws
   * `VenueReadError`.
   */
  async read({ name, path, body, weight, priority, onSent, ...terms }: ReadRequest): Promise<VenueAnswer> {
    const { connections, budget, clock, attemptTimeoutMs } = this.options;
    const { attemptMs, totalMs } = READ_TIMEOUTS[priority];
    const total = this.within(totalMs);
    for (let attempt = 1; ; attempt += 1) {
      await budget.take(weight, priority, total).catch((error: unknown) => {
        throw this.failed(name, 'waiting', 'the allowance is used up', error);
      });
      const signal = AbortSignal.any([total, AbortSignal.timeout(attemptTimeoutMs ?? attemptMs)]);
      onSent?.();
      const answer = await connections.read(path, body, signal, terms).catch((error: unknown) => {
        // A retry would be as large again.
        if (isTooLarge(error)) throw this.failed(name, 'malformed', codeOf(error), error);
        const failure = this.failed(name, isLate(error) ? 'late' : 'unreachable', codeOf(error), error);
        if (attempt === READ_ATTEMPTS_MAX || total.aborted) throw failure;
        return undefined;
      });
      if (answer?.status === 429) budget.drain();
      const mayPass = answer === undefined || answer.status === 429 || answer.status >= 500;
      if (answer !== undefined && (!mayPass || attempt === READ_ATTEMPTS_MAX || total.aborted)) return answer;
      // Aborted: the next attempt reports it.
      await clock.sleep(RETRY_DELAY_MS * 2 ** (attempt - 1), total).catch(() => undefined);
    }
  }

  /** Returns the JSON of an answer with status 200; integers beyond 2^53 - 1 become texts. Throws `VenueReadError`. */
  bodyOf(name: string, { status, text }: VenueAnswer): unknown {
    if (status !== 200) throw this.failed(name, 'refused', `status ${status}`);
    try {
      return parseLosslessly(text);
    } catch {
      throw this.failed(name, 'malformed', 'answer is not JSON');
    }
  }

  /** Returns a body parsed by the form that the venue documents. Throws `VenueReadError`, naming the first place that differs. */
  parsed<Answer>(name: string, body: unknown, form: z.ZodType<Answer>): Answer {
    const read = form.safeParse(body);
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    const reason = `answer at ${issue?.path.join('.') || 'top'}: ${issue?.message ?? 'is malformed'}`;
    throw this.failed(name, 'malformed', reason);
  }

  /** Returns the error of a failed read. */
  failed(name: string, failure: ReadFailure, reason: string, cause?: unknown): VenueReadError {
    return new VenueReadError(failure, `${this.options.venue} ${name}: ${reason}`, { cause });
  }

  /** Returns a signal that aborts after a time, or when the reads are closed. */
  within(durationMs: number): AbortSignal {
    return AbortSignal.any([this.#closing.signal, AbortSignal.timeout(durationMs)]);
  }

  /** Aborts waiting and running reads. */
  close(): void {
    this.#closing.abort(new Error('closing'));
  }
}
