// Why: docs/decisions/venues/lighter-and-polymarket.md
import type { Clock } from '@platform/kit/clock';
import type { z } from 'zod';
import {
  type OpenBudget,
  ownBudgets,
  type Priority,
  type SandboxNotice,
  sandboxOf,
  VenueConnections,
  VenueReads,
} from '../../http/index.js';
import { type LighterFields, pathOf, REQUEST_WEIGHT } from './calls.js';

/** Options of a client. */
export interface LighterClientOptions {
  /** Base of the venue's API. */
  readonly url: string;
  /** This process's share of the requests per minute that the venue allows its address. */
  readonly requestsPerMinute: number;
  /** The local address that the venue sees; undefined: the system's choice. */
  readonly localAddress?: string | undefined;
  /** Replaces every attempt's own time-out. */
  readonly attemptTimeoutMs?: number;
  /** Opens its budgets; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
  /** The machine's clock: requests wait in real time. */
  readonly clock: Clock;
}

/** A read of `GET /api/v1/<endpoint>`. */
export interface LighterRequest<Answer> {
  readonly endpoint: string;
  readonly query?: LighterFields;
  readonly answer: z.ZodType<Answer>;
  readonly priority: Priority;
}

/** A parsed answer, and the venue's sandbox notice. */
export interface LighterAnswer<Answer> {
  readonly data: Answer;
  /** Undefined: the venue itself. */
  readonly sandbox: SandboxNotice | undefined;
}

/** Reads the venue over HTTP, within this process's share of its allowance, with a few retries within their time-out. */
export class LighterClient {
  readonly #connections: VenueConnections;
  readonly #reads: VenueReads;

  constructor(options: LighterClientOptions) {
    const { clock, attemptTimeoutMs, openBudget = ownBudgets(clock) } = options;
    this.#connections = new VenueConnections(options);
    const budget = openBudget('lighter.requests', options.requestsPerMinute);
    this.#reads = new VenueReads({
      venue: 'lighter',
      connections: this.#connections,
      budget,
      attemptTimeoutMs,
      clock,
    });
  }

  /** Returns the parsed answer; integers beyond 2^53 - 1 become texts. Throws `VenueReadError`. */
  async ask<Answer>({ endpoint, query, answer, priority }: LighterRequest<Answer>): Promise<LighterAnswer<Answer>> {
    const path = pathOf(endpoint, query);
    const came = await this.#reads.read({ name: endpoint, path, weight: REQUEST_WEIGHT, priority });
    const data = this.#reads.parsed(endpoint, this.#reads.bodyOf(endpoint, came), answer);
    return { data, sandbox: sandboxOf(came.headers) };
  }

  /** Aborts reads and disconnects. */
  async close(): Promise<void> {
    this.#reads.close();
    await this.#connections.close();
  }
}
