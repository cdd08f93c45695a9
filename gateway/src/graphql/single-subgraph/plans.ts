// Why: docs/decisions/edge/one-process.md
import { operationLabel } from '@platform/observability/metrics';
import {
  type DirectiveNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isObjectType,
  parse,
  print,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { compactDocumentOf } from '../documents/compact-document.js';
import { COST_MAX, costOf, pageVariablesOf } from '../documents/document-cost.js';
import type { PlannedDocument } from '../documents/planning-queue.js';

/** Size limit of all documents together; the facade's take less than a tenth of it. */
const BYTES_MAX = 16 * 1024 * 1024;
/** Bytes per character at most. */
const CHARACTER_BYTES = 2;
/** Cached costs per document; pages come in few lengths. */
const PRICES_MAX = 20;

/** The request to one subgraph that replaces a document. */
export interface SingleSubgraphPlan {
  readonly subgraph: string;
  readonly query: string;
  /** The variables that it declares. */
  readonly variableNames: readonly string[];
  /** The label that it is counted under. */
  readonly label: string;
  /** Returns its cost with these variables. Throws if they do not match their types. */
  readonly costOf: (variables: Readonly<Record<string, unknown>>) => number;
}

/** A document with its variables and their cost. */
export interface SingleSubgraphOperation {
  readonly document: SingleSubgraphPlan;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

const persistedRequest = z.strictObject({
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.strictObject({
    persistedQuery: z.strictObject({ version: z.literal(1), sha256Hash: z.string() }),
  }),
});

/**
 * The documents that one subgraph answers completely, by their hash. Their plan is a single fetch of exactly the fields that the
 * caller selected: the subgraph's response is the response, and is forwarded unparsed.
 */
export class SingleSubgraphPlans {
  readonly #known = new LRUCache<string, SingleSubgraphPlan>({ maxSize: BYTES_MAX });

  /** Records the plan of a document; Apollo has validated it. */
  learn({ queryPlan, requestContext, operationContext }: PlannedDocument): void {
    const { queryHash } = requestContext;
    const { node } = queryPlan;
    if (queryHash === undefined || node?.kind !== 'Fetch' || this.#known.has(queryHash)) return;
    const { operation, operationKind, serviceName, variableUsages = [] } = node;
    const isRewritten = [node.requires, node.inputRewrites, node.outputRewrites, node.contextRewrites].some(
      (rewrites) => rewrites !== undefined && rewrites.length > 0,
    );
    // A mutation never takes a path that might require a second call.
    if (operationKind !== 'query' || isRewritten) return;
    const { schema, fragments } = operationContext;
    const asked = pathsOf(operationContext.operation.selectionSet, schema.getQueryType(), schema, fragments);
    if (asked.join() !== pathsOfDocument(operation, schema).join()) return;
    const label = operationLabel(operationContext.operation);
    const { document, bytes } = compactDocumentOf(requestContext.document);
    const bareOperation = getOperationAST(document, requestContext.operationName);
    if (bareOperation == null) return;
    const price = (variables: Readonly<Record<string, unknown>>) =>
      costOf({ schema, document, operation: bareOperation, variables });
    const known = {
      subgraph: serviceName,
      query: operation,
      variableNames: variableUsages,
      label,
      costOf: remembering(pageVariablesOf(document), price),
    };
    this.#known.set(queryHash, known, { size: bytes + CHARACTER_BYTES * operation.length });
  }

  /**
   * Returns the document that a request names only by its hash, with its variables; undefined if Apollo must answer, also when the
   * variables are to be refused.
   */
  find(body: unknown): SingleSubgraphOperation | undefined {
    const { data: request } = persistedRequest.safeParse(body);
    if (request === undefined) return undefined;
    return this.findByHash(request.extensions.persistedQuery.sha256Hash, request.variables ?? {});
  }

  /** The same for a hash and the given variables. */
  findByHash(hash: string, given: Readonly<Record<string, unknown>>): SingleSubgraphOperation | undefined {
    const document = this.#known.get(hash);
    if (document === undefined) return undefined;
    const taken = document.variableNames.filter((name) => given[name] !== undefined);
    const variables = Object.fromEntries(taken.map((name) => [name, given[name]]));
    const cost = affordable(() => document.costOf(variables));
    return cost === undefined ? undefined : { document, variables, cost };
  }
}

function affordable(price: () => number): number | undefined {
  try {
    const cost = price();
    return cost <= COST_MAX ? cost : undefined;
  } catch {
    return undefined;
  }
}

/** Computes the cost of a document once per set of values of the relevant variables. */
function remembering(names: readonly string[], price: SingleSubgraphPlan['costOf']): SingleSubgraphPlan['costOf'] {
  const known = new LRUCache<string, number>({ max: PRICES_MAX });
  return (variables) => {
    const values = JSON.stringify(names.map((name) => variables[name]));
    const cost = known.get(values) ?? price(variables);
    known.set(values, cost);
    return cost;
  };
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

function pathsOfDocument(text: string, schema: GraphQLSchema): string[] {
  const { definitions } = parse(text);
  const fragments = definitions.filter((definition) => definition.kind === 'FragmentDefinition');
  const byName = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  return definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition'
      ? pathsOf(definition.selectionSet, schema.getQueryType(), schema, byName)
      : [],
  );
}

/** Returns every path of a response in order, fragments expanded; a fragment that may not apply keeps its condition. */
function pathsOf(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType | null | undefined,
  schema: GraphQLSchema,
  fragments: Fragments,
): string[] {
  return selections.flatMap((selection) => {
    const condition = conditionOf(selection.directives);
    if (selection.kind === 'Field') {
      const name = selection.name.value;
      const place = `${selection.alias?.value ?? name}:${name}${condition}`;
      if (selection.selectionSet === undefined) return [place];
      const field = isObjectType(type) ? type.getFields()[name] : undefined;
      const below = field === undefined ? undefined : getNamedType(field.type);
      return pathsOf(selection.selectionSet, below, schema, fragments).map((path) => `${place}/${path}`);
    }
    const fragment = selection.kind === 'FragmentSpread' ? fragments[selection.name.value] : selection;
    if (fragment === undefined) return [`...${condition}`];
    const on = fragment.typeCondition?.name.value;
    const paths = pathsOf(fragment.selectionSet, on === undefined ? type : schema.getType(on), schema, fragments);
    return isObjectType(type) && condition === '' ? paths : paths.map((path) => `...${on}${condition}/${path}`);
  });
}

function conditionOf(directives: readonly DirectiveNode[] = []): string {
  return directives.map((directive) => print(directive)).join('');
}
