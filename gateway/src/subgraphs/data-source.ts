import type { GraphQLDataSource } from '@apollo/gateway';
import { REQUEST_ID_HEADER } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import type { AskingContext, GatewayContext } from '../graphql/context.js';
import type { JsonPeer, JsonQuestion } from './http-client.js';

type Options = Parameters<GraphQLDataSource<GatewayContext>['process']>[0];
type Response = Awaited<ReturnType<GraphQLDataSource<GatewayContext>['process']>>;

const answer = z
  .object({
    data: z.record(z.string(), z.unknown()).nullable().exactOptional(),
    errors: z
      .array(
        z.object({
          message: z.string(),
          path: z.array(z.union([z.string(), z.number()])).exactOptional(),
          extensions: z.record(z.string(), z.unknown()).exactOptional(),
        }),
      )
      .exactOptional(),
  })
  .refine(({ data, errors }) => data !== undefined || errors !== undefined, 'neither data nor errors');

/** How a subgraph's response without errors begins: errors come first. */
const DATA_ALONE = Buffer.from('{"data":');

/** The interface gives all checks 3 s in total; a later response is not used. */
const READINESS_TIMEOUT_MS = 3_000;

/** A request to a subgraph. */
export interface SubgraphOperation {
  readonly query?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** Calls one subgraph on the caller's behalf. Apollo's own data source costs twice as much (node-fetch). */
export class SubgraphDataSource implements GraphQLDataSource<GatewayContext> {
  constructor(
    private readonly name: string,
    private readonly peer: JsonPeer,
    private readonly path: string,
  ) {}

  /** Returns the subgraph's response; rejects with a `PlatformError` if there is none. */
  async process(options: Options): Promise<Response> {
    if (!('incomingRequestContext' in options)) throw new Error('only operations are sent');
    const { body } = await this.peer.ask(await this.#question(options.request, options.context));
    const { success, data, error } = answer.safeParse(body);
    if (!success) throw new PlatformError('service_unavailable', { cause: error });
    return data;
  }

  /** Returns the subgraph's response unparsed if it holds no errors, otherwise undefined. Rejects as `process` does. */
  async forward(request: SubgraphOperation, context: AskingContext): Promise<Buffer | undefined> {
    const { bytes } = await this.peer.askUnread(await this.#question(request, context));
    return bytes.subarray(0, DATA_ALONE.length).equals(DATA_ALONE) ? bytes : undefined;
  }

  /** Returns whether a check of the service behind passes now; false also on a time-out. */
  async isReady(check: string, context: AskingContext): Promise<boolean> {
    const question = {
      method: 'GET',
      path: `/readiness/${encodeURIComponent(check)}`,
      headers: await this.#headers(context),
      timeoutMs: READINESS_TIMEOUT_MS,
    } as const;
    return this.peer.ask(question).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async #question({ query, variables }: SubgraphOperation, context: AskingContext): Promise<JsonQuestion> {
    return {
      method: 'POST',
      path: this.path,
      headers: { 'content-type': 'application/json', ...(await this.#headers(context)) },
      body: JSON.stringify({ query, variables }),
    };
  }

  async #headers(context: AskingContext): Promise<Record<string, string>> {
    return {
      authorization: `Bearer ${await context.tokenFor(this.name)}`,
      [REQUEST_ID_HEADER]: context.requestId,
    };
  }
}
