import { PlatformError } from '@platform/errors';
import { withTimeout } from '@platform/kit/clock';
import { toPlatformError } from './answer.js';
import type { Asker, CallerSeen, Executor, OnAllowance } from './executor.js';
import type { Operation } from './operation.js';

/** Longer than the gateway's own deadlines, so that its response names the late part; the operation continues behind it. */
const RESPONSE_TIMEOUT_MS = 25_000;

/** Calls the gateway, which runs in the same process. Calls are never retried. */
export class Gateway {
  readonly #timeoutMs: number;

  constructor(
    private readonly executor: Executor,
    { timeoutMs = RESPONSE_TIMEOUT_MS } = {},
  ) {
    this.#timeoutMs = timeoutMs;
  }

  /** The operation's result; any GraphQL error rejects as a `PlatformError`, never partial data. */
  async ask<Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    asker: Asker,
    onAllowance: OnAllowance = ignored,
  ): Promise<Result> {
    const question = { query: operation.toString(), variables: givenOf(variables) };
    const { data, errors } = await withTimeout(
      this.executor.execute(asker, question, onAllowance),
      this.#timeoutMs,
      late,
    );
    if (errors?.[0] !== undefined) throw toPlatformError(errors[0]);
    if (data === undefined || data === null) throw new Error('the gateway answered neither data nor errors');
    // The operation was checked against the graph at build time, and the gateway answers by the same graph.
    return data as Result;
  }

  /** Returns the owner of a credential, counting the call as `requests` requests. Throws `unauthorized` for an invalid one. */
  caller(asker: Asker, onAllowance: OnAllowance = ignored, requests = 1): Promise<CallerSeen> {
    return withTimeout(this.executor.caller(asker, requests, onAllowance), this.#timeoutMs, late);
  }

  /** Returns whether a check of a service passes now; false also on a time-out. */
  isReady(subgraph: string, check: string): Promise<boolean> {
    return this.executor.isReady(subgraph, check);
  }
}

function ignored(): void {}

/** Returns the variables that have a value: in GraphQL an omitted one differs from null. */
function givenOf(variables: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(Object(variables)).filter(([, value]) => value !== undefined));
}

function late(): never {
  throw new PlatformError('deadline_exceeded');
}
