import { ApolloServerErrorCode } from '@apollo/server/errors';
import { catalogue, PlatformError } from '@platform/errors';
import type { Logger } from '@platform/observability/logging';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';

/** Errors of Apollo before anything is resolved: a value of a wrong type reveals nothing internal. */
const REFUSALS = new Set<unknown>([
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
]);

/** Shows a documented error with its code; hides any other behind `internal`, with its text only in the log. */
export function formatError(
  logger: Logger,
): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, error) => {
    const original = error instanceof GraphQLError ? error.originalError : error;
    if (original instanceof PlatformError) {
      const extensions = {
        code: original.code,
        ...(original.details === undefined ? {} : { details: original.details }),
        ...(original.replayed && { replayed: true }),
      };
      return { ...formatted, message: original.message, extensions };
    }
    // Without an original error, GraphQL refused the query itself: that reveals nothing internal.
    if (original === undefined || original === null || REFUSALS.has(formatted.extensions?.['code'])) return formatted;
    logger.error({ err: original, path: formatted.path }, 'unexpected error');
    return { ...formatted, message: catalogue.internal.message, extensions: { code: 'internal' } };
  };
}
