// Why: docs/decisions/venues/lighter-executions.md
import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import {
  jsonIn,
  type OpenBudget,
  ownBudgets,
  type Priority,
  type VenueAnswer,
  VenueConnections,
  VenueReads,
  VenueWrites,
  type WeightBudget,
  type WriteAnswer,
} from '../../http/index.js';
import { resultCode } from '../codec/index.js';

/** All requests of a standard account have the same weight. */
export const REQUEST_WEIGHT = 1;
/** How long the venue is taken to be reachable after it has answered. */
const REACHABLE_MS = 15_000;
const BAD_REQUEST = 400;
const FORM = 'application/x-www-form-urlencoded';

/** Options of a client. */
export interface LighterTradingOptions {
  /** Base of the venue's API. */
  readonly url: string;
  /** This process's share of the requests per minute that the venue allows its address. */
  readonly requestsPerMinute: number;
  /** Its share of the transactions per minute, which are counted apart. */
  readonly transactionsPerMinute: number;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** The names and values of a query or a form. */
export type LighterFields = Readonly<Record<string, string | number>>;

/** A read of `/api/v1/<endpoint>`. */
export interface LighterRead<Answer> {
  readonly endpoint: string;
  readonly query: LighterFields;
  /** Posts the query as a form: for what changes nothing when it is asked again. */
  readonly isPosted?: boolean;
  readonly answer: z.ZodType<Answer>;
  readonly priority: Priority;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The calls of one process to the venue, within its share of the allowance. Reads are retried a few times within their time-out and throw
 * `VenueReadError`; a write is sent once.
 */
export class LighterCalls {
  readonly #connections: VenueConnections;
  readonly #clock: Clock;
  readonly #requests: WeightBudget;
  readonly #reads: VenueReads;
  readonly #writes: VenueWrites;
  #reachableUntilMs = 0;

  constructor(options: LighterTradingOptions) {
    const { url, requestsPerMinute, transactionsPerMinute, attemptTimeoutMs, clock } = options;
    const { openBudget = ownBudgets(clock) } = options;
    this.#clock = clock;
    this.#connections = new VenueConnections({ url });
    const connections = this.#connections;
    const budget = openBudget('lighter.requests', requestsPerMinute);
    this.#requests = budget;
    this.#reads = new VenueReads({ venue: 'lighter', connections, budget, attemptTimeoutMs, clock });
    const transactions = openBudget('lighter.transactions', transactionsPerMinute);
    this.#writes = new VenueWrites({ connections, budget: transactions, timeoutMs: attemptTimeoutMs });
  }

  /** Sends a form, once, on the allowance of transactions. Never rejects. `requests`: as how many requests the venue counts it instead. */
  send(
    endpoint: string,
    form: LighterFields,
    { headers, requests = 0 }: { readonly headers?: Readonly<Record<string, string>>; readonly requests?: number } = {},
  ): Promise<WriteAnswer> {
    // Those behind it wait for that; it does not wait itself, since its end comes nearer.
    this.#requests.charge(requests);
    const request = { path: pathOf(endpoint), body: formOf(form), contentType: FORM, headers } as const;
    return this.#writes.send({ ...request, weight: REQUEST_WEIGHT });
  }

  /** Returns the parsed answer. */
  async ask<Answer>(read: LighterRead<Answer>): Promise<Answer> {
    return this.#parsed(read.endpoint, await this.#read(read), read.answer);
  }

  /** Returns undefined where the venue itself says, by one of these codes, that there is no such thing. */
  async found<Found>(read: LighterRead<Found>, absent: readonly number[]): Promise<Found | undefined> {
    const answer = await this.#read(read);
    const code = codeIn(answer);
    if (code !== undefined && absent.includes(code)) return undefined;
    return this.#parsed(read.endpoint, answer, read.answer);
  }

  /** Returns the parsed answer of `/`, which lies outside the paths of the API. */
  async status<Answer>(form: z.ZodType<Answer>, priority: Priority): Promise<Answer> {
    const answer = await this.#reads.read({ name: 'status', path: '/', weight: REQUEST_WEIGHT, priority });
    return this.#parsed('status', answer, form);
  }

  /** Returns whether a read would have to wait for the allowance now. */
  mustWait(priority: Priority): boolean {
    return this.#requests.mustWait(REQUEST_WEIGHT, priority);
  }

  /** Rejects unless the venue's server answers, or has answered within seconds: each question is one of the allowance. */
  async checkReachable(): Promise<void> {
    if (this.#clock.nowMs() < this.#reachableUntilMs) return;
    this.#requests.charge(REQUEST_WEIGHT);
    await this.#connections.check();
    this.#reachableUntilMs = this.#clock.nowMs() + REACHABLE_MS;
  }

  /** Aborts reads, waits for the answers to writes under way, and disconnects. */
  async close(): Promise<void> {
    this.#reads.close();
    this.#writes.close();
    await this.#connections.close();
  }

  #parsed<Answer>(name: string, answer: VenueAnswer, form: z.ZodType<Answer>): Answer {
    return this.#reads.parsed(name, this.#reads.bodyOf(name, answer), form);
  }

  #read<Answer>({ endpoint, query, isPosted, priority, headers }: LighterRead<Answer>): Promise<VenueAnswer> {
    const request = { name: endpoint, headers, weight: REQUEST_WEIGHT, priority };
    return isPosted
      ? this.#reads.read({ ...request, path: pathOf(endpoint), body: formOf(query), contentType: FORM })
      : this.#reads.read({ ...request, path: pathOf(endpoint, query) });
  }
}

/** Returns the path of an endpoint, with what is asked of it. */
export function pathOf(endpoint: string, query: LighterFields = {}): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/api/v1/${endpoint}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}

function formOf(fields: LighterFields): string {
  const written = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(written).toString();
}

/** Returns the venue's code in an answer; undefined where another server speaks. */
function codeIn({ status, text }: VenueAnswer): number | undefined {
  if (status !== 200 && status !== BAD_REQUEST) return undefined;
  return resultCode.safeParse(jsonIn(text)).data?.code;
}
