// Why: docs/decisions/edge/older-surface.md
import { type ErrorCode, PlatformError } from '@platform/errors';
import type { z } from 'zod';
import type { Operation } from '../gateway/operation.js';
import { parseRequest } from '../routes/parse-request.js';
import type {
  Ask,
  LegacyPart,
  Mapped,
  MethodWithEffect,
  RequestSchema,
  Responses,
  Route,
  RunContext,
} from '../routes/route.js';
import { type LegacyPrefix, legacyPrefixes, retirementOf } from './retirement.js';

/** A route of the older surface. */
export type LegacyRoute = Route & { readonly legacy: LegacyPart };

/** One row of the table: what it takes, what of the graph it asks, and what it answers. */
interface Row<Schema extends RequestSchema, Documented extends Responses> {
  readonly path: Route['path'];
  readonly name: string;
  readonly successor: LegacyPart['successor'];
  /** One line for documents. */
  readonly summary: string;
  /** Default: `any`, an API key or a session token. */
  readonly authentication?: Route['authentication'];
  /** Default: `read` for GET, `trade` for everything else. */
  readonly permission?: Route['permission'];
  /** `z.object({ ...noFields, query: … })`; fields that are not named are ignored, since published clients send more. */
  readonly request: Schema;
  readonly response: Documented;
  /** Default: `application/json`. Anything else is text in UTF-8. */
  readonly mediaType?: string;
  /** Default: none. */
  readonly refusals?: readonly ErrorCode[];
  /** The operations of the graph that it asks, the one that answers it first; none where the answer is a refusal alone. */
  readonly operations: readonly Operation<unknown, never>[];
  /** Asks the graph and translates its answer. It decides nothing. */
  readonly answer: (request: z.output<Schema>, ask: Ask, context: RunContext) => Promise<Mapped<NoInfer<Documented>>>;
}

/** Returns whether a route is one of the older surface. */
export function isLegacy(route: Route): route is LegacyRoute {
  return route.legacy !== undefined;
}

/** Throws `operation_retired` once the older surface has ended. */
export function requireNotEnded({ path, legacy: { successor } }: LegacyRoute, nowMs: number): void {
  const { endsAt } = retirementOf(prefixOf(path));
  if (nowMs < endsAt.getTime()) return;
  throw new PlatformError('operation_retired', { details: { ended_at: endsAt.toISOString(), successor } });
}

/** The code of a malformed request, as published clients know it. */
const INVALID_REQUEST = 'validation_failed';

/** Declares a row of the table of the older surface. */
export function defineLegacy<Schema extends RequestSchema, const Documented extends Responses>(
  row: Row<Schema, Documented> & MethodWithEffect,
): LegacyRoute {
  const { method, path, name, successor, summary, request, response, operations, answer } = row;
  const { effect = 'reads', authentication = 'any', mediaType = 'application/json', refusals = [] } = row;
  const { permission = method === 'GET' ? 'read' : 'trade' } = row;
  const type = mediaType === 'application/json' ? {} : { 'content-type': `${mediaType}; charset=utf-8` };
  return {
    ...{ method, path, effect, summary, authentication, permission, refusals, response, mediaType },
    legacy: { name, successor },
    invalidRequest: INVALID_REQUEST,
    request: request.shape,
    operation: operations.map(String).join('\n'),
    run: async (raw, ask, context = { publicUrl: '' }) => {
      const { status, body, headers = {} } = await answer(parseRequest(request, raw, INVALID_REQUEST), ask, context);
      return { status, headers: { ...type, ...headers }, body: response[status]?.parse(body) };
    },
  };
}

/** Returns the prefix of a path of the older surface. */
export function prefixOf(path: string): LegacyPrefix {
  const prefix = legacyPrefixes.find((each) => path.startsWith(`/${each}/`));
  if (prefix === undefined) throw new Error(`${path} is not a path of the older surface`);
  return prefix;
}
