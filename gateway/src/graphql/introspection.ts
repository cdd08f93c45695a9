import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { PlatformError } from '@platform/errors';
import {
  BREAK,
  type DocumentNode,
  execute,
  type FieldNode,
  type FormattedExecutionResult,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { GatewayContext } from './context.js';
import { invalidDocument, toGraphqlError } from './errors.js';

/**
 * Shows the schema to signed-in callers alone. Anybody else may ask for types by name, and finds none. What is asked of the
 * schema alone is answered from it, without a plan: the planner knows an older introspection than the specification's.
 */
export function introspectionForSignedIn(): ApolloServerPlugin<GatewayContext> {
  // Documents are parsed once and kept by Apollo.
  const known = new WeakMap<DocumentNode, boolean>();
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ contextValue, document, operation, request, schema }) => {
        const asks = known.get(document) ?? asksForSchema(document);
        known.set(document, asks);
        if (!asks) return null;
        const fields = fieldsAtRoot(operation);
        if (contextValue.caller.kind === 'anonymous') return answer(noTypes(fields) ?? refusal(contextValue.requestId));
        if (!fields?.every(({ name }) => name.value.startsWith('__'))) return null;
        const { operationName, variables: variableValues } = request;
        const { data, errors = [] } = await execute({ schema, document, operationName, variableValues });
        // Valid documents fail for their variables alone.
        const refused = errors.map(({ message }) => toGraphqlError(invalidDocument(message), contextValue.requestId));
        return answer({ ...(refused.length > 0 && { errors: refused }), data: data ?? null });
      },
    }),
  };
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field: ({ name }) => {
      asks = name.value === '__schema' || name.value === '__type';
      return asks ? BREAK : undefined;
    },
  });
  return asks;
}

/** What an operation asks for at its root; undefined where fragments or conditions decide. */
function fieldsAtRoot({ selectionSet }: OperationDefinitionNode): readonly FieldNode[] | undefined {
  const fields = selectionSet.selections.filter((selection) => selection.kind === 'Field');
  const isPlain =
    fields.length === selectionSet.selections.length && fields.every(({ directives }) => !directives?.length);
  return isPlain ? fields : undefined;
}

/** The answer where types alone are asked for: there is none of the name. */
function noTypes(fields: readonly FieldNode[] | undefined): FormattedExecutionResult | undefined {
  if (!fields?.every(({ name }) => name.value === '__type')) return undefined;
  return { data: Object.fromEntries(fields.map(({ alias, name }) => [(alias ?? name).value, null])) };
}

function refusal(requestId: string): FormattedExecutionResult {
  const error = new PlatformError('unauthorized', { message: 'The schema is shown to signed-in callers.' });
  return { errors: [toGraphqlError(error, requestId)], data: null };
}

function answer(singleResult: FormattedExecutionResult): GraphQLResponse {
  return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
}
