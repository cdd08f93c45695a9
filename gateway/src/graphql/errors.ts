import { type GraphQLResponse, HeaderMap } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { catalogue, isErrorCode, PlatformError, withoutQuotedValues } from '@platform/errors';
import type { Logger } from '@platform/observability/logging';
import { type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { z } from 'zod';
import { invalidArguments, namedArgument } from './arguments/arguments.js';

/** Refusals of Apollo, also in subgraphs: the caller's document or variables are at fault. */
const REFUSALS = new Set<unknown>([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
]);

/** The only message of graphql-js when too many fields share one name to compare them. */
const TOO_MANY_TO_COMPARE = 'Validation aborted.';

const withStatus = z.object({ extensions: z.object({ http: z.object({ status: z.number() }) }) });

/** Messages of the persisted query protocol, to which clients react. */
const PROTOCOL = new Set<unknown>([
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND,
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED,
]);

/** Returns a documented error in its GraphQL form. */
export function toGraphqlError(error: PlatformError, requestId: string): GraphQLFormattedError {
  const { code, message, details, replayed } = error;
  const optional = { ...(details === undefined ? {} : { details }), ...(replayed && { replayed }) };
  return { message, extensions: { code, ...optional, requestId } };
}

/** Returns a result as a complete Apollo response, with a status unless it is the default one. */
export function singleAnswer(singleResult: FormattedExecutionResult, status?: number): GraphQLResponse {
  const http = { headers: new HeaderMap(), ...(status === undefined ? {} : { status }) };
  return { http, body: { kind: 'single', singleResult } };
}

/**
 * Formats errors of execution: a documented one by its code, a refused document as `invalid_request`, and anything else as
 * `internal` with its text in the log alone.
 */
export function errorFormatter(logger: Logger, currentRequestId: () => string) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const requestId = currentRequestId();
    const { locations, path } = formatted;
    const place = { ...(locations === undefined ? {} : { locations }), ...(path === undefined ? {} : { path }) };
    const code = formatted.extensions?.['code'];
    if (PROTOCOL.has(code)) return { message: formatted.message, extensions: { code, requestId } };
    return { ...toGraphqlError(documented(formatted, error), requestId), ...place };
  };

  function documented(formatted: GraphQLFormattedError, error: unknown): PlatformError {
    const original = error instanceof GraphQLError ? error.originalError : error;
    const { code, details, replayed } = formatted.extensions ?? {};
    const argument = namedArgument(formatted.extensions);
    if (argument !== undefined) return invalidArguments([argument]);
    if (original instanceof PlatformError && original.code !== 'internal') {
      // Thrown here, not by a subgraph: a refusal, or a peer that is down or timed out.
      if (catalogue[original.code].http >= 500)
        logger.warn({ err: original, path: formatted.path, requestId: currentRequestId() }, 'subgraph failed');
      return original;
    }
    if (isErrorCode(code) && code !== 'internal')
      return new PlatformError(code, {
        message: formatted.message,
        replayed: replayed === true,
        ...(isDetails(details) ? { details } : {}),
      });
    if (formatted.message === TOO_MANY_TO_COMPARE)
      return invalidDocument('Too many fields of the document stand under one name: ask for each once.');
    if (REFUSALS.has(code) || isRefusal(error)) return invalidDocument(formatted.message);
    logger.error({ err: original ?? error, path: formatted.path, requestId: currentRequestId() }, 'unexpected error');
    return new PlatformError('internal', {
      message: catalogue.internal.message,
      details: { request_id: currentRequestId() },
    });
  }
}

/** Returns the refusal of a document or of its variables: the fault is in the message, and in `details` as always. */
export function invalidDocument(reason: string): PlatformError {
  const message = withoutQuotedValues(reason);
  return new PlatformError('invalid_request', { message, details: [{ path: '', message }] });
}

/** Apollo gives some refusals a status without a code. */
function isRefusal(error: unknown): boolean {
  const status = withStatus.safeParse(error).data?.extensions.http.status ?? 500;
  return status >= 400 && status < 500;
}

function isDetails(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === 'object' && value !== null;
}
