// Why: docs/decisions/edge/older-surface.md
import { type ErrorCode, PlatformError } from '@platform/errors';
import { z } from 'zod';
import { text } from '../routes/fields.js';
import { noFields } from '../routes/route.js';
import { defineLegacy, type LegacyRoute } from './operation.js';

/** An operation that nothing here does: what it was, and why it is refused. */
interface Refused {
  readonly path: LegacyRoute['path'];
  readonly name: string;
  readonly summary: string;
  /** `feature_not_available`: this platform can not do it; `operation_retired`: the older surface had dropped it before. */
  readonly code: Extract<ErrorCode, 'feature_not_available' | 'operation_retired'>;
  /** A sentence: why, and what to use instead. */
  readonly message: string;
  /** The unified route that is nearest to it. Default: none. */
  readonly successor?: string;
}

/** How it was called. */
type Called = { readonly method: 'GET' } | { readonly method: Exclude<LegacyRoute['method'], 'GET'> };

/** What published clients send is not read: the answer would be the same. */
const query = z.object({});
const body = z.object({}).nullish();

/** Declares a row that refuses everybody who may call it, before anything is asked. */
export function refusing({ code, message, successor, ...row }: Refused & Called): LegacyRoute {
  const refused = {
    ...{ path: row.path, name: row.name, summary: row.summary, successor: successor ?? null },
    // Nothing is done, so that a key that may only read learns of it too.
    permission: 'read',
    response: {},
    refusals: [code],
    operations: [],
    answer: () => {
      throw new PlatformError(code, { message, details: { successor: successor ?? null } });
    },
  } as const;
  const parts = { ...noFields, query, params: parametersOf(row.path) };
  return row.method === 'GET'
    ? defineLegacy({ ...refused, method: row.method, request: z.object(parts) })
    : defineLegacy({ ...refused, method: row.method, effect: 'changes', request: z.object({ ...parts, body }) });
}

/** Returns the schema of the parameters of a path. */
function parametersOf(path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return z.strictObject(Object.fromEntries(names.map((name) => [name, text('As the path names it', 'any')])));
}
