import {
  codeOf,
  isLate,
  isNeverConnected,
  type RequestTerms,
  type VenueAnswer,
  type VenueConnections,
} from './connections.js';
import type { WeightBudget } from './weight-budget.js';

/** How long a write may wait in the queue, and then for its answer: together shorter than callers' time-outs. */
const WAIT_MS = 2_500;
const TIMEOUT_MS = 5_000;

/** The result of a write. `unsent`: it was never sent; `unknown`: the venue may have received it. */
export type WriteAnswer =
  | { readonly kind: 'answered'; readonly answer: VenueAnswer }
  | { readonly kind: 'unsent' | 'unknown'; readonly late: boolean; readonly reason: string };

/** A write to a venue. */
export interface WriteRequest extends RequestTerms {
  readonly path: string;
  /** JSON text, or what `contentType` says; undefined: it has none. */
  readonly body: string | undefined;
  readonly weight: number;
}

/** Options of writes. */
interface VenueWritesOptions {
  readonly connections: VenueConnections;
  readonly budget: WeightBudget;
  /** Replaces the time-out of an answer. */
  readonly timeoutMs?: number | undefined;
}

/** Writes to a venue over HTTP within this process's share of its allowance, each sent once. */
export class VenueWrites {
  readonly #closing = new AbortController();

  constructor(private readonly options: VenueWritesOptions) {}

  /** Sends a write, once. Never rejects. */
  async send({ path, body, weight, ...terms }: WriteRequest): Promise<WriteAnswer> {
    const { connections, budget, timeoutMs } = this.options;
    try {
      const waiting = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(WAIT_MS)]);
      await budget.take(weight, 'money', waiting);
    } catch (error) {
      return { kind: 'unsent', late: false, reason: `the allowance is used up: ${String(error)}` };
    }
    try {
      const answer = await connections.write(path, body, AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS), terms);
      if (answer.status === 429) budget.drain();
      return { kind: 'answered', answer };
    } catch (error) {
      return { kind: isNeverConnected(error) ? 'unsent' : 'unknown', late: isLate(error), reason: codeOf(error) };
    }
  }

  /** Ends the waits of writes that were not sent. */
  close(): void {
    this.#closing.abort(new Error('closing'));
  }
}
