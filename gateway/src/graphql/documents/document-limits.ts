import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { type ASTVisitor, GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';

/** A document with more words than this is refused before it is understood; the facade's longest has 145. */
export const TOKENS_MAX = 1_000;
/** Fields and fragments of a document with every fragment in its place: how broad it may be in all. */
export const SELECTIONS_MAX = 1_000;

/** The facade's deepest document has 7 levels, which a page takes three of. */
const DEPTH_MAX = 10;
/** What the standard introspection query has, and no more. */
const INTROSPECTION_DEPTH_MAX = 15;
const ALIASES_MAX = 30;
const DIRECTIVES_MAX = 30;
const INTROSPECTION_FIELDS = new Set(['__schema', '__type']);

/** The library throws unless it is told not to, and calls every refusal a syntax error. */
const reporting = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: Error) =>
      context?.reportError(new GraphQLError(message.replace(/^Syntax Error: /, ''))),
  ],
};

/** Refuses operations of a kind that the schema has not; the specification's rules overlook them. */
function knownOperations(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: (node) => {
      if (context.getSchema().getRootType(node.operation) == null)
        context.reportError(new GraphQLError(`There is no ${node.operation}.`, { nodes: node }));
    },
  };
}

/** Refuses documents that ask for the schema at more than one place: its answer is long. */
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

/** What a document may ask for at most; checked once a document, before it is planned. */
export const documentLimits: readonly ValidationRule[] = [
  knownOperations,
  schemaOnce,
  maxDepthRule({ n: DEPTH_MAX, flattenFragments: true, ignoreIntrospection: true, ...reporting }),
  maxDepthRule({ n: INTROSPECTION_DEPTH_MAX, flattenFragments: true, ignoreIntrospection: false, ...reporting }),
  maxAliasesRule({ n: ALIASES_MAX, ...reporting }),
  maxDirectivesRule({ n: DIRECTIVES_MAX, ...reporting }),
];
