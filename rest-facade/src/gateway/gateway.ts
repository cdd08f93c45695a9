import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { WORKLOAD_TOKEN_HEADER } from '@platform/edge/http';
import { JsonPeer } from '@platform/edge/internal-http';
import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { type GraphqlAnswer, graphqlAnswer, isUnknownDocument, toPlatformError } from './answer.js';
import type { Operation } from './operation.js';

/** Longer than the gateway's own deadlines, so that its answer says which part was late. */
const RESPONSE_TIMEOUT_MS = 25_000;

/** The interface gives all checks together 3 s; nobody waits for a later answer. */
const READINESS_TIMEOUT_MS = 3_000;

/** What travels with every question: the caller's credential and the request's id. */
export type CallerHeaders = Readonly<Record<string, string>>;

/** Told the headers of each answer, of refusals too. */
export type OnAnswer = (headers: IncomingHttpHeaders) => void;

const callerSchema = z.object({
  credential_type: z.enum(['api_key', 'session']),
  permissions: z.array(z.string()),
});

/** Who a credential belongs to, as the gateway sees it. */
export type GatewayCaller = z.output<typeof callerSchema>;

/** A document, prepared once: its text and the hash that stands for it. */
interface Document {
  readonly hashOnly: string;
  readonly full: string;
}

/** Asks the gateway over kept connections. Nothing that may have reached it is sent again. */
export class Gateway {
  readonly #peer: JsonPeer;
  readonly #path: string;
  readonly #documents = new WeakMap<object, Document>();

  constructor(url: string, { timeoutMs = RESPONSE_TIMEOUT_MS } = {}) {
    const { origin, pathname } = new URL(url);
    this.#path = pathname;
    this.#peer = new JsonPeer(origin, { timeoutMs });
  }

  /** The operation's result; any GraphQL error rejects as a `PlatformError`, never partial data. */
  async ask<Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
    headers: CallerHeaders,
    onAnswer?: OnAnswer,
  ): Promise<Result> {
    const document = this.#document(operation);
    let answer = await this.#post(document.hashOnly, variables, headers, onAnswer);
    // The gateway refused before executing anything: it was restarted, or has dropped the document.
    if (isUnknownDocument(answer)) answer = await this.#post(document.full, variables, headers, onAnswer);
    if (answer.errors?.[0] !== undefined) throw toPlatformError(answer.errors[0]);
    if (answer.data === undefined || answer.data === null)
      throw new Error('the gateway answered neither data nor errors');
    // The operation was checked against the graph at build time, and the gateway answers by the same graph.
    return answer.data as Result;
  }

  /** Whose credential it is, which counts as so many requests. Throws `unauthorized` for an invalid one. */
  async caller(headers: CallerHeaders, onAnswer?: OnAnswer, requests = 1): Promise<GatewayCaller> {
    const path = requests === 1 ? '/caller' : `/caller?requests=${requests}`;
    const { status, headers: answered, body } = await this.#peer.ask({ method: 'GET', path, headers });
    onAnswer?.(answered);
    if (status === 200) return callerSchema.parse(body);
    const problem = graphqlAnswer.parse(body).errors?.[0];
    throw problem === undefined ? new PlatformError('service_unavailable') : toPlatformError(problem);
  }

  /** Whether a check of a service passes now; false too when nobody says so in time. `token` proves a facade. */
  async isReady(subgraph: string, check: string, token: () => Promise<string>): Promise<boolean> {
    const question = {
      method: 'GET',
      path: `/readiness/${subgraph}/${check}`,
      headers: { [WORKLOAD_TOKEN_HEADER]: await token() },
      timeoutMs: READINESS_TIMEOUT_MS,
    } as const;
    return this.#peer.ask(question).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** Lets questions in flight finish, then closes the connections. */
  close(): Promise<void> {
    return this.#peer.close();
  }

  async #post(
    document: string,
    variables: unknown,
    headers: CallerHeaders,
    onAnswer?: OnAnswer,
  ): Promise<GraphqlAnswer> {
    const { headers: answered, body } = await this.#peer.ask({
      method: 'POST',
      path: this.#path,
      headers: { ...headers, 'content-type': 'application/json' },
      body: `{${document},"variables":${JSON.stringify(variables)}}`,
    });
    onAnswer?.(answered);
    return graphqlAnswer.parse(body);
  }

  #document(operation: Operation<unknown, never>): Document {
    const known = this.#documents.get(operation);
    if (known !== undefined) return known;
    const query = operation.toString();
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    const hashOnly = `"extensions":${JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })}`;
    const document = { hashOnly, full: `${hashOnly},"query":${JSON.stringify(query)}` };
    this.#documents.set(operation, document);
    return document;
  }
}
