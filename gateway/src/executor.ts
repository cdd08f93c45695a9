import type { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { ApolloServer } from '@apollo/server';
import { requestIdOf, requestsOf } from '@platform/edge/http';
import { catalogue, PlatformError } from '@platform/errors';
import { type Caller, type TokenMinter, turnKeyOf, type UserCaller } from '@platform/keys/tokens';
import type { Clock } from '@platform/kit/clock';
import { activeTracer } from '@platform/observability/tracing';
import type { GraphQLFormattedError } from 'graphql';
import type { IncomingRequest, RequestAdmission } from './authentication/admission.js';
import { RateLimited, rateLimitHeaders } from './authentication/rate-limit.js';
import { askingFor, type GatewayContext } from './graphql/context.js';
import type { DocumentCache } from './graphql/documents/document-cache.js';
import type { SerialQueue } from './graphql/serial-queue.js';
import type { SingleSubgraphExecutor } from './graphql/single-subgraph/executor.js';
import type { SingleSubgraphPlans } from './graphql/single-subgraph/plans.js';
import type { SubgraphDataSource } from './subgraphs/data-source.js';

/** Statuses of refused operations whose variables have already been processed. */
export const REFUSED: ReadonlySet<number | undefined> = new Set([400, 413]);
/** The caller of readiness checks. */
const READINESS = { kind: 'workload', workload: 'gateway', cause: 'readiness' } as const;
const OPERATION_NAME = /^\s*((?:query|mutation) \w+)/;

/** An operation: the text of a document, and its variables. */
export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The GraphQL response. */
export interface Executed {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
}

/** Whose a document is: the platform's own, which has few, or the caller's. */
export type Author = 'platform' | 'caller';

/** Receives what is left of the caller's allowance, as header fields; also when a request is refused because it is used up. */
export type OnAllowance = (headers: Readonly<Record<string, string>>) => void;

/** The parts of the gateway that the executor needs. */
export interface ExecutorOptions {
  readonly graph: ApolloServer<GatewayContext>;
  readonly admission: RequestAdmission;
  readonly dataSource: (subgraph: string) => SubgraphDataSource;
  readonly plans: SingleSubgraphPlans;
  readonly singleSubgraph: SingleSubgraphExecutor;
  readonly documentCache: DocumentCache;
  /** The queue for new documents. */
  readonly serialQueue: SerialQueue;
  /** The id of the request that is being executed, for what is logged. */
  readonly requestIds: AsyncLocalStorage<string>;
  readonly minter: TokenMinter;
  readonly clock: Clock;
}

interface KnownText {
  readonly hash: string;
  /** The name of its spans. */
  readonly name: string;
}

/**
 * The graph for code in the same process: operations are executed as over HTTP, for a caller who is admitted, counted and limited by
 * the same rules, but without HTTP or JSON text between.
 */
export class Executor {
  readonly #texts = new Map<string, KnownText>();

  constructor(private readonly options: ExecutorOptions) {}

  /**
   * Admits the caller and executes an operation. Rejects with a `PlatformError` if the caller is not admitted, or if the one subgraph
   * that was to respond does not; other errors are in the response. What a caller wrote is not remembered, and its errors have the
   * graph's names.
   */
  async execute(
    incoming: IncomingRequest,
    question: Question,
    onAllowance: OnAllowance,
    author: Author = 'platform',
  ): Promise<Executed> {
    const text = author === 'platform' ? this.#textOf(question.query) : read(question.query);
    const tracer = activeTracer();
    const run = () => this.#execute(incoming, question, { hash: text.hash, author }, onAllowance);
    if (tracer === undefined) return run();
    const hop = { requestId: incoming.id, traceparent: tracer.traceparent(), isInternal: true };
    const span = tracer.begin(text.name, hop);
    const end = (failed: boolean) => span.end({ failed, attributes: {} });
    try {
      const executed = await span.run(run);
      end(false);
      return executed;
    } catch (error) {
      end(!(error instanceof PlatformError) || catalogue[error.code].http >= 500);
      throw error;
    }
  }

  /** Returns the owner of a credential, counting the call as `requests` requests. Rejects with `unauthorized` and `rate_limited`. */
  async caller(
    incoming: IncomingRequest,
    requests: number,
    onAllowance: OnAllowance,
  ): Promise<Pick<UserCaller, 'credentialType' | 'permissions' | 'mandate'>> {
    const caller = await this.#admit(incoming, requests, onAllowance);
    if (caller.kind !== 'user') throw new PlatformError('unauthorized');
    return caller;
  }

  /** Returns whether a check of the service behind a subgraph passes now; false also on a time-out. */
  isReady(subgraph: string, check: string): Promise<boolean> {
    const { dataSource, minter } = this.options;
    return dataSource(subgraph).isReady(check, askingFor(minter, READINESS, requestIdOf({})));
  }

  async #execute(
    incoming: IncomingRequest,
    question: Question,
    { hash, author }: { readonly hash: string; readonly author: Author },
    onAllowance: OnAllowance,
  ): Promise<Executed> {
    const { plans, singleSubgraph, serialQueue, minter } = this.options;
    const caller = await this.#admit(incoming, 1, onAllowance);
    const turn = serialQueue.turn(turnKeyOf(caller) ?? 'services');
    const context = { ...askingFor(minter, caller, incoming.id), caller, turn, isFacade: author === 'platform' };
    const direct = plans.findByHash(hash, question.variables);
    const answer = direct === undefined ? undefined : await singleSubgraph.answer(direct, context);
    if (answer !== undefined) return parse(answer);
    return this.#plan(incoming, question, hash, context).finally(turn.leave);
  }

  /** Lets Apollo answer; a new document waits in the queue before it is parsed. */
  async #plan(incoming: IncomingRequest, question: Question, hash: string, context: GatewayContext): Promise<Executed> {
    const { graph, documentCache, requestIds, admission } = this.options;
    if (!documentCache.hasHash(hash)) await context.turn.enter();
    const { query, variables } = question;
    const { body, http } = await requestIds.run(incoming.id, () =>
      graph.executeOperation({ query, variables }, { contextValue: context }),
    );
    if (body.kind !== 'single') throw new Error('no operation is delivered in parts');
    if (REFUSED.has(http.status)) {
      const bodyBytes = Buffer.byteLength(JSON.stringify(variables));
      await admission.count(incoming, requestsOf({ bodyBytes }) - 1);
    }
    return body.singleResult;
  }

  async #admit(incoming: IncomingRequest, requests: number, onAllowance: OnAllowance): Promise<Caller> {
    const { admission, clock } = this.options;
    try {
      const { caller, rateLimit } = await admission.admit(incoming, requests);
      onAllowance(rateLimitHeaders(rateLimit, clock.nowMs()));
      return caller;
    } catch (error) {
      if (error instanceof RateLimited) onAllowance(rateLimitHeaders(error.rateLimit, clock.nowMs()));
      throw error;
    }
  }

  #textOf(query: string): KnownText {
    const known = this.#texts.get(query);
    if (known !== undefined) return known;
    const text = read(query);
    this.#texts.set(query, text);
    return text;
  }
}

function read(query: string): KnownText {
  const hash = createHash('sha256').update(query).digest('hex');
  return { hash, name: OPERATION_NAME.exec(query)?.[1] ?? 'operation' };
}

function parse(answer: Buffer): Executed {
  try {
    return JSON.parse(answer.toString());
  } catch (cause) {
    throw new PlatformError('service_unavailable', { cause });
  }
}
