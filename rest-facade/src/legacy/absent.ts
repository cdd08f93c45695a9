// Why: docs/decisions/edge/older-actions-and-money.md
import { PlatformError } from '@platform/errors';
import { z } from 'zod';
import { type Effect, noFields, type Route } from '../routes/route.js';
import { defineLegacy, type LegacyRoute } from './operation.js';

/** An operation that nothing here can carry out. */
interface Absent {
  readonly method: Route['method'];
  readonly path: Route['path'];
  readonly name: string;
  /** What it would do; `Not available: ` stands before it. */
  readonly summary: string;
  /** What does nearly the same by hand; null where nothing does. */
  readonly successor: string | null;
  /** What is missing, and what to do instead: the message of the refusal. */
  readonly message: string;
  readonly params?: z.ZodObject;
  /** Default: `changes`; GET has none. */
  readonly effect?: Exclude<Effect, 'reads'>;
}

const unread = z
  .unknown()
  .optional()
  .meta({ description: 'It is not read', examples: [{}] });

/** Declares a row that answers 501 to whatever is sent, before anything is asked. */
export function absentRow(row: Absent): LegacyRoute {
  const { method, path, name, summary, successor, message, params = noFields.params, effect = 'changes' } = row;
  const common = {
    ...{ path, name, successor },
    summary: `Not available: ${summary}`,
    request: z.object({ ...noFields, params, query: z.object({}), body: method === 'GET' ? noFields.body : unread }),
    response: {},
    refusals: ['feature_not_available'],
    operations: [],
    answer: async () => {
      throw new PlatformError('feature_not_available', { message });
    },
  } as const;
  return method === 'GET' ? defineLegacy({ ...common, method }) : defineLegacy({ ...common, method, effect });
}
