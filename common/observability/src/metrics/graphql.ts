import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import { isErrorCode } from '@platform/errors';
import { monotonicMs } from '@platform/kit/clock';
import type { OperationDefinitionNode } from 'graphql';
import { Durations } from './durations.js';

const operations = new Durations('graphql_operation_duration_seconds', 'Time to execute a GraphQL operation.', [
  'operation',
  'outcome',
]);

/** The label of operations that match nothing in the schema: not understood, or refused before they were executed. */
const INVALID = 'invalid';

/**
 * Returns the labels of a valid operation: its type and its root field, both from the schema. Its own name is the caller's text and could
 * be anything.
 */
export function operationLabel({ operation, selectionSet }: OperationDefinitionNode): string {
  const [first, ...others] = selectionSet.selections;
  if (first?.kind !== 'Field' || others.length > 0) return `${operation} (several)`;
  return `${operation} ${first.name.value}`;
}

/** Counts an executed operation; `code` is the code of its first error, absent where it has none. */
export function observeOperation(operation: string, code: unknown, durationMs: number): void {
  const outcome = code === undefined ? 'ok' : isErrorCode(code) ? code : 'other';
  operations.observe({ operation, outcome }, durationMs);
}

/** Counts the operations that an Apollo Server executes. */
export function operationMetrics<Context extends BaseContext>(): ApolloServerPlugin<Context> {
  return {
    requestDidStart: async () => {
      const startedAtMs = monotonicMs();
      let label = INVALID;
      return {
        didResolveOperation: async ({ operation }) => {
          if (operation !== undefined) label = operationLabel(operation);
        },
        willSendResponse: async ({ response: { body } }) => {
          const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
          const code = errors === undefined ? undefined : (errors[0]?.extensions?.['code'] ?? 'unknown');
          observeOperation(label, code, monotonicMs() - startedAtMs);
        },
      };
    },
  };
}
