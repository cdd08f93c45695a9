import { createHash } from 'node:crypto';
import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  execute,
  type FormattedExecutionResult,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GatewayContext } from './context.js';
import { refusalOf } from './documents/planning-queue.js';
import { invalidDocument, singleAnswer, toGraphqlError } from './errors.js';

/** Different introspection queries to cache: clients send few. */
const ANSWERS_MAX = 200;
/** Cache size of all responses together; the whole schema takes a fifth of a mebibyte. */
const BYTES_MAX = 8 * 1024 * 1024;
/** Bytes per character at most. */
const CHARACTER_BYTES = 2;

/**
 * The schema, which is public. Queries of introspection alone are answered from it, without a plan: the planner knows an older
 * introspection than the specification's. Each response is made once. The cache keeps only the response text, under a hash of the
 * query: a caller chooses how long a query is.
 */
export class PublicSchema {
  readonly #answers = new LRUCache<string, string>({
    max: ANSWERS_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: (text) => CHARACTER_BYTES * text.length,
  });
  /** Response texts by the empty data that represents a response until it is sent. */
  readonly #texts = new WeakMap<object, string>();

  /** Returns the text of a result: the cached text of an introspection response, or the serialized result. */
  readonly stringify = (result: FormattedExecutionResult): string =>
    this.#texts.get(result.data ?? {}) ?? `${JSON.stringify(result)}\n`;

  /** Answers queries of introspection alone. */
  plugin(): ApolloServerPlugin<GatewayContext> {
    return {
      requestDidStart: async () => ({
        responseForOperation: async ({ contextValue, document, operation, request, schema }) => {
          if (!isAboutSchemaAlone(operation.selectionSet, document)) return null;
          const variableValues = declaredOf(operation, request.variables ?? {});
          const question = `${print(withoutName(operation, document))} ${JSON.stringify(variableValues)}`;
          const key = createHash('sha256').update(question).digest('hex');
          const known = this.#answers.get(key);
          if (known !== undefined) return singleAnswer(this.#standFor(known));
          const refusal = await refusalOf(contextValue);
          if (refusal !== null) return refusal;
          const { operationName } = request;
          const { data, errors = [] } = await execute({ schema, document, operationName, variableValues });
          if (errors.length === 0 && data != null) {
            const text = `${JSON.stringify({ data })}\n`;
            this.#answers.set(key, text);
            return singleAnswer(this.#standFor(text));
          }
          // Valid documents fail only because of their variables.
          const refused = errors.map(({ message }) => toGraphqlError(invalidDocument(message), contextValue.requestId));
          return singleAnswer({ errors: refused, data: null });
        },
      }),
    };
  }

  #standFor(text: string): FormattedExecutionResult {
    const data = {};
    this.#texts.set(data, text);
    return { data };
  }
}

/** Returns whether every field at the root of an operation is one of introspection, in fragments too. */
function isAboutSchemaAlone({ selections }: SelectionSetNode, document: DocumentNode): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__');
    if (selection.kind === Kind.INLINE_FRAGMENT) return isAboutSchemaAlone(selection.selectionSet, document);
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION && isAboutSchemaAlone(fragment.selectionSet, document);
  });
}

/** Returns an operation with its fragments, independent of its name. */
function withoutName({ name: _name, ...operation }: OperationDefinitionNode, document: DocumentNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] };
}

/** Returns those of the given variables that an operation declares. */
function declaredOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]));
}
