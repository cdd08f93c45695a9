import type { ApolloServerPlugin } from '@apollo/server';
import {
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { z } from 'zod';
import type { GatewayContext } from '../context.js';

/** Fields of a request whose name in the graph is not REST's name in camel case. */
const NAMES: Readonly<Record<string, string>> = { limit: 'first', cursor: 'after' };
/** Free JSON is text in the graph, and its names say so. */
const TEXT_SUFFIX = 'Json';

const named = z.looseObject({ path: z.string() });
const refused = z.looseObject({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  extensions: z.looseObject({ details: z.array(z.unknown()) }),
});

type Field = GraphQLField<unknown, unknown>;

/** Translates REST's argument names in a refusal of a service to the graph's; the facade receives REST's names. */
export function errorsNameArguments(): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ response: { body }, schema, document, operation, contextValue }) => {
        if (body.kind !== 'single' || operation === undefined || document === undefined) return;
        const { errors } = body.singleResult;
        if (errors === undefined || contextValue.isFacade) return;
        const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
        const root = schema.getRootType(operation.operation);
        const fieldAt = (path: readonly (string | number)[]) =>
          findField(path, { type: root, selections: operation.selectionSet, schema, fragments });
        body.singleResult.errors = errors.map((error) => {
          const { data } = refused.safeParse(error);
          const field = data === undefined ? undefined : fieldAt(data.path);
          return data === undefined || field === undefined ? error : { ...error, ...inGraphWords(data, field) };
        });
      },
    }),
  };
}

function inGraphWords({ message, extensions }: z.output<typeof refused>, field: Field) {
  let shown = message;
  const details = extensions.details.map((detail) => {
    const { data } = named.safeParse(detail);
    if (data === undefined) return detail;
    const path = argumentPath(data.path, field);
    // A sentence that begins with the name of the field.
    if (shown.startsWith(`${data.path} `)) shown = `${path.split('.').at(-1)}${shown.slice(data.path.length)}`;
    return { ...data, path };
  });
  return { message: shown, extensions: { ...extensions, details } };
}

/** Returns the path of the argument, or of the field of `input`, for a REST name; other paths stay unchanged. */
function argumentPath(path: string, { args }: Field): string {
  const parts = path.split('.');
  const input = args.find(({ name }) => name === 'input');
  return (
    within(parts, new Map(args.map(({ name, type }) => [name, type]))) ??
    (input === undefined ? undefined : below(['input'], parts, input.type)) ??
    path
  );
}

function within([part = '', ...rest]: readonly string[], types: ReadonlyMap<string, GraphQLInputType>) {
  const camelCase = NAMES[part] ?? part.replace(/[_-]([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const name = [camelCase, camelCase + TEXT_SUFFIX].find((candidate) => types.has(candidate));
  const type = name === undefined ? undefined : types.get(name);
  if (name === undefined || type === undefined) return undefined;
  return below([name], rest, type) ?? [name, ...rest].join('.');
}

function below(path: readonly string[], rest: readonly string[], type: GraphQLInputType): string | undefined {
  const input = getNamedType(type);
  if (rest.length === 0 || !isInputObjectType(input)) return undefined;
  const found = within(rest, new Map(Object.values(input.getFields()).map((field) => [field.name, field.type])));
  return found === undefined ? undefined : [...path, found].join('.');
}

interface Place {
  readonly type: GraphQLNamedType | null | undefined;
  readonly selections: SelectionSetNode;
  readonly schema: GraphQLSchema;
  readonly fragments: readonly FragmentDefinitionNode[];
}

/** Returns the field at an error's path. */
function findField(path: readonly (string | number)[], place: Place): Field | undefined {
  const [name, ...rest] = path.filter((part) => typeof part === 'string');
  for (const selection of place.selections.selections) {
    if (selection.kind === Kind.FIELD) {
      if ((selection.alias ?? selection.name).value !== name || !isObjectType(place.type)) continue;
      const field = place.type.getFields()[selection.name.value];
      if (field === undefined || rest.length === 0 || selection.selectionSet === undefined) return field;
      return findField(rest, { ...place, type: getNamedType(field.type), selections: selection.selectionSet });
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : place.fragments.find((each) => each.name.value === selection.name.value);
    const on = fragment?.typeCondition?.name.value;
    const type = on === undefined ? place.type : place.schema.getType(on);
    const found = fragment && findField(path, { ...place, type, selections: fragment.selectionSet });
    if (found !== undefined) return found;
  }
  return undefined;
}
