import { PlatformError } from '@platform/errors';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { documentLimits, TOKENS_MAX } from '../graphql/documents/document-limits.js';
import { invalidDocument, toGraphqlError } from '../graphql/errors.js';
import { requireWithinLimits } from '../graphql/request-limits.js';
import type { Problem } from './entities.js';
import { answered, type StreamContext } from './stream-schema.js';

/** A subscription as a client asks for it. */
export interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

/** What is sent for one event. */
export interface Sent {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
}

/** Returns the document of a subscription, within the limits of all documents. Throws `invalid_request` for anything else. */
export function readSubscription(schema: GraphQLSchema, asked: Asked): DocumentNode {
  requireWithinLimits(asked);
  const document = parsed(asked.query);
  const operation = getOperationAST(document, asked.operationName);
  if (operation?.operation !== 'subscription')
    throw invalidDocument('Only subscriptions are executed here: send queries and mutations to the graph.');
  const [problem] = validate(schema, document, [...specifiedRules, ...documentLimits]);
  if (problem !== undefined) throw invalidDocument(problem.message);
  return document;
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: TOKENS_MAX });
  } catch (error) {
    if (error instanceof GraphQLError) throw invalidDocument(error.message);
    throw error;
  }
}

/** Executes a subscription: returns what is sent for each of its events. Throws the refusal of its arguments. */
export async function* answersOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variables: variableValues, operationName }: Asked,
  { requestId, ...context }: Omit<StreamContext, 'problems'> & { readonly requestId: string },
): AsyncGenerator<Sent> {
  const shared = { schema, document, variableValues, operationName };
  const events = await createSourceEventStream({ ...shared, contextValue: { ...context, problems: [] } });
  if (!(Symbol.asyncIterator in events)) throw refusalOf(events);
  for await (const rootValue of events) {
    const problems: Problem[] = [];
    const contextValue: StreamContext = { ...context, problems };
    const answer = await execute({ ...shared, rootValue, contextValue, fieldResolver: answered });
    yield sentOf(answer, problems, requestId);
  }
}

function refusalOf({ errors: [error] = [] }: ExecutionResult): Error {
  if (error?.originalError instanceof Error) return error.originalError;
  return invalidDocument(error?.message ?? 'The subscription has no events.');
}

function sentOf({ data, errors = [] }: ExecutionResult, problems: readonly Problem[], requestId: string): Sent {
  const own = errors.map(({ originalError, path, message }) => {
    const error = originalError instanceof PlatformError ? originalError : undefined;
    const shown =
      error ?? new PlatformError('internal', { details: { request_id: requestId }, cause: new Error(message) });
    return { ...toGraphqlError(shown, requestId), ...(path !== undefined && { path }) };
  });
  const all = [...own, ...problems.map(({ message, path = [], extensions }) => ({ message, path, extensions }))];
  return { ...(all.length > 0 && { errors: all }), data: data ?? null };
}
