import { isErrorCode, PlatformError } from '@platform/errors';
import { z } from 'zod';

const errorDetails = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

const graphqlProblem = z.object({
  message: z.string(),
  extensions: z
    .object({ code: z.string().optional(), details: errorDetails.optional(), replayed: z.boolean().optional() })
    .optional(),
});

/** A GraphQL response as it comes over HTTP; `data` is typed by its operation. */
export const graphqlAnswer = z.object({ data: z.unknown().optional(), errors: z.array(graphqlProblem).optional() });
export type GraphqlAnswer = z.output<typeof graphqlAnswer>;

/** Whether the gateway knows no document of the hash that was sent alone. */
export function isUnknownDocument({ errors }: GraphqlAnswer): boolean {
  return errors?.[0]?.extensions?.code === 'PERSISTED_QUERY_NOT_FOUND';
}

/** The documented error that a GraphQL error carries; `internal` for anything else. */
export function toPlatformError({ message, extensions }: z.output<typeof graphqlProblem>): PlatformError {
  const { code, details, replayed = false } = extensions ?? {};
  if (!isErrorCode(code)) return new PlatformError('internal', { cause: new Error(`${code}: ${message}`) });
  return new PlatformError(code, { message, replayed, ...(details === undefined ? {} : { details }) });
}
