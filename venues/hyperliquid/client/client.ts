import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import {
  type OpenBudget,
  ownBudgets,
  type Priority,
  type SandboxNotice,
  sandboxOf,
  type VenueAnswer,
  VenueConnections,
  VenueReads,
  VenueWrites,
  type WeightBudget,
  type WriteAnswer,
} from '../../http/index.js';
import { exchangeWeight, infoWeight } from '../codec/index.js';

const typed = z.looseObject({ type: z.string() });
const signed = z.looseObject({ action: z.looseObject({}) });

/** Options of a client. */
export interface HyperliquidClientOptions {
  /** Base of the venue's API. */
  readonly url: string;
  /** This process's share of the weight per minute that the venue allows its address. */
  readonly weightPerMinute: number;
  /** The local address that the venue sees; undefined: the system's choice. */
  readonly localAddress?: string | undefined;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** A read of `POST /info`. */
export interface InfoRequest<Answer> {
  readonly request: { readonly type: string } & Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<Answer>;
  readonly priority: Priority;
  /** The most items in the answer, for requests that are weighed by them. */
  readonly itemsMax?: number;
}

/** A parsed answer, and the venue's sandbox notice. */
export interface InfoAnswer<Answer> {
  readonly data: Answer;
  /** Undefined: the venue itself. */
  readonly sandbox: SandboxNotice | undefined;
}

/** The result of a write. */
export type ExchangeAnswer = WriteAnswer;

/**
 * Calls the venue over HTTP, within this process's share of its allowance. Reads are retried a few times within their time-out; a write is
 * sent once.
 */
export class HyperliquidClient {
  readonly #connections: VenueConnections;
  readonly #budget: WeightBudget;
  readonly #reads: VenueReads;
  readonly #writes: VenueWrites;

  constructor(options: HyperliquidClientOptions) {
    const { clock, attemptTimeoutMs, openBudget = ownBudgets(clock) } = options;
    this.#connections = new VenueConnections(options);
    this.#budget = openBudget('hyperliquid.weight', options.weightPerMinute);
    const parts = { connections: this.#connections, budget: this.#budget };
    this.#reads = new VenueReads({ venue: 'hyperliquid', ...parts, attemptTimeoutMs, clock });
    this.#writes = new VenueWrites({ ...parts, timeoutMs: attemptTimeoutMs });
  }

  /** Returns the parsed answer; integers beyond 2^53 - 1 become texts. Throws `VenueReadError`. */
  async ask<Answer>({ request, answer, priority, itemsMax = 0 }: InfoRequest<Answer>): Promise<InfoAnswer<Answer>> {
    const { type } = request;
    const weight = infoWeight(type, itemsMax);
    const came = await this.#read(JSON.stringify(request), { type, weight, priority });
    const body = this.#reads.bodyOf(type, came);
    if (Array.isArray(body)) this.#budget.charge(Math.max(0, infoWeight(type, body.length) - weight));
    return { data: this.#reads.parsed(type, body, answer), sandbox: sandboxOf(came.headers) };
  }

  /**
   * Returns the unparsed answer to another client's read, with any status; `onSent` is called as each attempt is sent. Throws
   * `VenueReadError`.
   */
  async pass(body: string, priority: Priority, onSent?: () => void): Promise<VenueAnswer> {
    const { type } = typed.parse(JSON.parse(body));
    const weight = infoWeight(type);
    const answer = await this.#read(body, { type, weight, priority, onSent });
    // An unreadable answer costs as much as a list without items.
    const items = z.array(z.unknown()).safeParse(answer.status === 200 ? jsonOrNothing(answer.text) : undefined);
    this.#budget.charge(Math.max(0, infoWeight(type, items.data?.length) - weight));
    return answer;
  }

  /** Sends a signed action, once. Never rejects. */
  async exchange(body: string): Promise<ExchangeAnswer> {
    const { action } = signed.parse(JSON.parse(body));
    return this.#writes.send({ path: '/exchange', body, weight: exchangeWeight(action) });
  }

  /** Sets another share of the allowance. */
  limitTo(weightPerMinute: number): void {
    this.#budget.limitTo(weightPerMinute);
  }

  /** Returns whether a read of this type would have to wait in the queue now. */
  mustWait(type: string, priority: Priority): boolean {
    return this.#budget.mustWait(infoWeight(type), priority);
  }

  /** Rejects unless the venue's server answers now; uses none of the allowance. */
  checkReachable(): Promise<void> {
    return this.#connections.check();
  }

  /** Aborts reads, waits for the answers to writes under way, and disconnects. */
  async close(): Promise<void> {
    this.#reads.close();
    this.#writes.close();
    await this.#connections.close();
  }

  #read(
    body: string,
    {
      type,
      ...terms
    }: {
      readonly type: string;
      readonly weight: number;
      readonly priority: Priority;
      readonly onSent?: (() => void) | undefined;
    },
  ): Promise<VenueAnswer> {
    return this.#reads.read({ name: type, path: '/info', body, ...terms });
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
