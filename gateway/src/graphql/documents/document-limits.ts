import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { type ASTVisitor, GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';

/** A document with more tokens than this is refused before it is parsed; the facade's longest has 145. */
export const TOKENS_MAX = 1_000;
/** Maximum number of fields and fragments of a document with all fragments expanded. */
export const SELECTIONS_MAX = 1_000;

/** The facade's deepest document has 7 levels; a page takes three. */
const DEPTH_MAX = 10;
/** Exactly the depth of the standard introspection query. */
const INTROSPECTION_DEPTH_MAX = 15;
const ALIASES_MAX = 30;
const DIRECTIVES_MAX = 30;
const INTROSPECTION_FIELDS = new Set(['__schema', '__type']);

/** By default the library throws, and reports every refusal as a syntax error. */
const reporting = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: Error) =>
      context?.reportError(new GraphQLError(message.replace(/^Syntax Error: /, ''))),
  ],
};

/** Refuses operation kinds that the schema does not have; the specification's rules do not cover them. */
function knownOperations(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: (node) => {
      if (context.getSchema().getRootType(node.operation) == null)
        context.reportError(new GraphQLError(`There is no ${node.operation}.`, { nodes: node }));
    },
  };
}

/** Refuses documents that select the schema more than once: its response is long. */
function schemaOnce(context: ValidationContext): ASTVisitor {
  let places = 0;
  return {
    Field: (node) => {
      if (!INTROSPECTION_FIELDS.has(node.name.value)) return;
      places += 1;
      if (places === 2)
        context.reportError(
          new GraphQLError('A request asks for the schema once: at one `__schema` or one `__type`.', { nodes: node }),
        );
    },
  };
}

/** Limits of a document; checked once per document, before it is planned. */
export const documentLimits: readonly ValidationRule[] = [
  knownOperations,
  schemaOnce,
  maxDepthRule({ n: DEPTH_MAX, flattenFragments: true, ignoreIntrospection: true, ...reporting }),
  maxDepthRule({ n: INTROSPECTION_DEPTH_MAX, flattenFragments: true, ignoreIntrospection: false, ...reporting }),
  maxAliasesRule({ n: ALIASES_MAX, ...reporting }),
  maxDirectivesRule({ n: DIRECTIVES_MAX, ...reporting }),
];
