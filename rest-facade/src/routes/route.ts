import type { ErrorCode } from '@platform/errors';
import { z } from 'zod';
import type { Operation } from '../gateway/operation.js';
import { parseRequest } from './parse-request.js';

/** Calls the gateway on the caller's behalf; rejects with a `PlatformError`, never returns partial data. */
export type Ask = <Result, Variables>(operation: Operation<Result, Variables>, variables: Variables) => Promise<Result>;

/** A request as received, before any check. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

/** An answer whose body has the shape that the response schema of its status states; a stream is written as it comes. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The effect of a call: agents ask their user to confirm some effects. */
export type Effect = 'reads' | 'adds' | 'changes' | 'removes' | 'sends_mail' | 'moves_money';

/** What a route knows of the request beside what was sent. */
export interface RunContext {
  /** Base of addresses in answers. */
  readonly publicUrl: string;
  /** Identifies the request in logs. */
  readonly requestId?: string;
}

/** What an operation of the older surface is beside a route. */
export interface LegacyPart {
  /** Its own name, in documents and in counts of its use: `v1.backtesting.list`. No two operations share one. */
  readonly name: string;
  /** The unified route that does the same, as `GET /runtime/backtests`; null where none does. */
  readonly successor: string | null;
}

/** One route of the REST surface: requests, documents, tools and tests all come from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As the interface writes it, for example `/runtime/backtests/{id}`. */
  readonly path: `/${string}`;
  /** Name of the equivalent tool, area first; absent where the response is not JSON, which tools require. */
  readonly tool?: string;
  readonly effect: Effect;
  /** One line for documents and tool lists. */
  readonly summary: string;
  /** `key` reads an API key, `session` reads `Authorization: Bearer`, `any` takes either. */
  readonly authentication: 'key' | 'session' | 'any' | 'none';
  /** The permission that a key needs; the service makes the final check. */
  readonly permission: 'read' | 'trade';
  readonly request: Readonly<Record<keyof RawRequest, z.ZodType>>;
  /** The documented statuses, each with its body. */
  readonly response: Readonly<Record<number, z.ZodType>>;
  /** What those bodies are written in, for example `application/json`; errors are always JSON. */
  readonly mediaType: string;
  /** The code of a malformed request. */
  readonly invalidRequest: ErrorCode;
  /** Codes that it may refuse with, besides those of any route of its kind. */
  readonly refusals: readonly ErrorCode[];
  /** The record that it creates: the routes below `path` take what stands at `id` (a JSON pointer) in the answer. */
  readonly creates?: { readonly path: Route['path']; readonly id: `/${string}` };
  /** The GraphQL operation that answers it, as text. */
  readonly operation: string;
  /** Present for an operation of the older surface. */
  readonly legacy?: LegacyPart;
  /**
   * Checks the request, calls the gateway, maps the result. A malformed request throws before any call. Only tests leave the context out:
   * then addresses in the answer are relative.
   */
  run(request: RawRequest, ask: Ask, context?: RunContext): Promise<Answer>;
}

const JSON_MEDIA_TYPE = 'application/json';

/** The documented statuses of a route, each with its body. */
export type Responses = Readonly<Record<number, z.ZodType>>;

/** What a mapper answers: a documented status with the body that its schema takes in. */
export type Mapped<Documented extends Responses> = {
  [Status in keyof Documented & number]: {
    readonly status: Status;
    readonly body: z.input<Documented[Status]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof Documented & number];

/** The parts of a request that takes no fields: a route spreads it and names what it does take. Headers not named pass. */
export const noFields = {
  params: z.strictObject({}),
  query: z.strictObject({}),
  headers: z.object({}),
  /** Absent, or an empty object from clients that always send one. */
  body: z.union([z.null(), z.strictObject({})], 'must be left out').optional(),
};

/** The schema of a request. */
export type RequestSchema = z.ZodObject<Record<keyof RawRequest, z.ZodType>>;

/** A route that may change something says what. */
export type MethodWithEffect =
  | { readonly method: 'GET'; readonly effect?: never }
  | { readonly method: Exclude<Route['method'], 'GET'>; readonly effect: Exclude<Effect, 'reads'> };

interface Definition<Schema extends RequestSchema, Documented extends Responses, Result, Variables> {
  readonly path: Route['path'];
  readonly tool?: string;
  readonly summary: string;
  readonly authentication: Route['authentication'];
  /** Default: `read` for GET, `trade` for everything else. */
  readonly permission?: Route['permission'];
  /** Default: `invalid_request`. */
  readonly invalidRequest?: ErrorCode;
  /** Default: none. */
  readonly refusals?: readonly ErrorCode[];
  readonly creates?: Route['creates'];
  /** `z.object({ ...noFields, query: … })`. */
  readonly request: Schema;
  readonly response: Documented;
  /** Default: `application/json`. Anything else is text in UTF-8. */
  readonly mediaType?: string;
  readonly operation: Operation<Result, Variables>;
  readonly variables: (request: z.output<Schema>) => NoInfer<Variables>;
  /**
   * Written by hand, so that what the interface promises never follows a change of the graph unseen; bodies that more than
   * one route shows come from functions typed `(result) => z.input<typeof schema>`. `askAgain` runs the same operation with
   * other variables, such as those of its next page, while a body is being written.
   */
  readonly respond: (
    data: NoInfer<Result>,
    request: z.output<Schema>,
    askAgain: (variables: NoInfer<Variables>) => Promise<Result>,
  ) => Mapped<NoInfer<Documented>>;
}

/** Declares a route: types flow from its schemas and its operation, so that a mismatch does not compile. */
export function defineRoute<Schema extends RequestSchema, const Documented extends Responses, Result, Variables>(
  definition: Definition<Schema, Documented, Result, Variables> & MethodWithEffect,
): Route {
  const { method, effect = 'reads', path, tool, summary, authentication, request, response, operation } = definition;
  const { permission = method === 'GET' ? 'read' : 'trade', invalidRequest = 'invalid_request' } = definition;
  const { refusals = [], mediaType = JSON_MEDIA_TYPE, creates, variables, respond } = definition;
  const type = mediaType === JSON_MEDIA_TYPE ? {} : { 'content-type': `${mediaType}; charset=utf-8` };
  return {
    method,
    path,
    effect,
    summary,
    authentication,
    permission,
    invalidRequest,
    refusals,
    response,
    mediaType,
    ...(tool === undefined ? {} : { tool }),
    ...(creates === undefined ? {} : { creates }),
    request: request.shape,
    operation: operation.toString(),
    run: async (raw, ask) => {
      const checked = parseRequest(request, raw, invalidRequest);
      const askWith = (values: Variables) => ask(operation, values);
      const { status, body, headers = {} } = respond(await askWith(variables(checked)), checked, askWith);
      return { status, headers: { ...type, ...headers }, body: response[status]?.parse(body) };
    },
  };
}
