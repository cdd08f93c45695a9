import {
  type DefinitionNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Executed, Question } from '../executor.js';
import type { Reads, StreamEvent } from './events.js';

/** Of the id in the question; no client names its own so. */
const ID_VARIABLE = 'idOfTheEvent';
const ID_TYPE: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'ID' } };
/** The answer's name for what is asked for. */
const ASKED = 'asked';

/** A problem of the graph's answer, at its place in the event. */
export type Problem = Pick<GraphQLError, 'message' | 'path' | 'extensions'>;

/** The context of one event's fields. */
export interface EntityContext {
  /** The variables as the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Asks the graph with the subscriber's own credential. */
  readonly ask: (question: Question) => Promise<Executed>;
  /** Receives the problems that the answers of this event had. */
  readonly problems: Problem[];
}

/**
 * Returns what the graph answers for the selection under a field of an event, as the query of this name answers it. Its fields are named as
 * the client named them.
 */
export async function readEntity(
  query: string,
  { id, reads }: Pick<StreamEvent, 'id' | 'reads'>,
  context: EntityContext,
  info: GraphQLResolveInfo,
): Promise<unknown> {
  const { data, errors = [] } = await once(reads, `${info.path.key} ${id ?? ''}`, () =>
    context.ask({
      query: documentOf(query, id, info),
      variables: { ...pick(context.variables, variablesIn(info)), ...(id !== null && { [ID_VARIABLE]: id }) },
    }),
  );
  const place = [...pathOf(info)];
  for (const { message, path = [], extensions = {} } of errors)
    context.problems.push({ message, path: [...place, ...path.slice(1)], extensions });
  return typeof data === 'object' && data !== null ? (Reflect.get(data, ASKED) ?? null) : null;
}

/** What is asked for once for all events of a batch. */
function once(reads: Reads, key: string, ask: () => Promise<Executed>): Promise<Executed> {
  const known = reads.get(key);
  // Set below, and nowhere else.
  if (known !== undefined) return known as Promise<Executed>;
  const asked = ask();
  reads.set(key, asked);
  return asked;
}

function documentOf(query: string, id: string | null, info: GraphQLResolveInfo): string {
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const variable = { kind: Kind.VARIABLE, name: name(ID_VARIABLE) } as const;
  const type = { kind: Kind.NON_NULL_TYPE, type: ID_TYPE } as const;
  const selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: selectionsOf(info) };
  const field: FieldNode = {
    kind: Kind.FIELD,
    alias: name(ASKED),
    name: name(query),
    ...(id !== null && { arguments: [{ kind: Kind.ARGUMENT, name: name('id'), value: variable }] }),
    selectionSet,
  };
  const used = variablesIn(info);
  const declared = info.operation.variableDefinitions?.filter((each) => used.has(each.variable.name.value)) ?? [];
  const operation: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    name: name('StreamEvent'),
    variableDefinitions: [
      ...declared,
      ...(id === null ? [] : [{ kind: Kind.VARIABLE_DEFINITION, variable, type } as const]),
    ],
    selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
  };
  const definitions: DefinitionNode[] = [operation, ...fragmentsIn(info)];
  return print({ kind: Kind.DOCUMENT, definitions });
}

function selectionsOf({ fieldNodes }: GraphQLResolveInfo) {
  return fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
}

/** The fragments that a selection uses, and that those use. */
function fragmentsIn(info: GraphQLResolveInfo) {
  const found = new Map<string, DefinitionNode>();
  const look = (node: SelectionSetNode) =>
    visit(node, {
      FragmentSpread: ({ name: { value } }) => {
        const fragment = info.fragments[value];
        if (fragment === undefined || found.has(value)) return;
        found.set(value, fragment);
        look(fragment.selectionSet);
      },
    });
  look({ kind: Kind.SELECTION_SET, selections: selectionsOf(info) });
  return [...found.values()];
}

function variablesIn(info: GraphQLResolveInfo): Set<string> {
  const used = new Set<string>();
  const selections: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: selectionsOf(info) };
  for (const node of [selections, ...fragmentsIn(info)])
    visit(node, { Variable: ({ name: { value } }) => void used.add(value) });
  return used;
}

function pick(variables: Readonly<Record<string, unknown>>, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => names.has(name)));
}

function pathOf({ path }: GraphQLResolveInfo): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let place: typeof path | undefined = path; place !== undefined; place = place.prev) keys.unshift(place.key);
  return keys;
}
