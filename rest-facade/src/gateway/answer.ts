import { isErrorCode, PlatformError } from '@platform/errors';
import { z } from 'zod';

const errorDetails = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

const graphqlProblem = z.object({
  message: z.string(),
  extensions: z
    .object({ code: z.string().optional(), details: errorDetails.optional(), replayed: z.boolean().optional() })
    .optional(),
});

/** Returns the documented error that an error of a GraphQL response carries; `internal` for anything else. */
export function toPlatformError(error: unknown): PlatformError {
  const { message, extensions } = graphqlProblem.parse(error);
  const { code, details, replayed = false } = extensions ?? {};
  if (!isErrorCode(code)) return new PlatformError('internal', { cause: new Error(`${code}: ${message}`) });
  return new PlatformError(code, { message, replayed, ...(details === undefined ? {} : { details }) });
}
