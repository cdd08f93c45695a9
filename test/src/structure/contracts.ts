/** The fields of each contract, spelled alike: camelCase, without the unit or encoding that only one of them needs. */
import { type GraphQLSchema, isObjectType, parse, type SelectionSetNode } from 'graphql';
import { z } from 'zod';
import { sourceFiles } from './repository.js';

/** `created_at_ms`, `createdAt` and `created_at` are one word, and so are `result_json`, `resultJson` and `result`. */
function word(name: string): string {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()).replace(/(Ms|Json)$/, '');
}

/** Returns every message of the protos with its fields. */
export function protoMessages(): Map<string, string[]> {
  const messages = sourceFiles('proto').flatMap(({ text }) => [...text.matchAll(/^message (\w+) \{([^}]*)\}/gm)]);
  return new Map(
    messages.map(([, name = '', body = '']) => {
      const fields = [...body.matchAll(/^ {2}[\w.<>, ]+ (\w+) = \d+;/gm)].map(([, field = '']) => word(field));
      return [name, fields.sort()];
    }),
  );
}

/** Returns every object type of the graph with its fields, without the roots and the types of pages. */
export function graphTypes(schema: GraphQLSchema): Map<string, string[]> {
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !/^(__.*|Query|Mutation|PageInfo|.*(Edge|Connection))$/.test(name));
  return new Map(types.map((type) => [type.name, Object.keys(type.getFields()).map(word).sort()]));
}

/** Returns the values that an operation selects, by its names for them. */
export function selectedValues(operation: string): string[] {
  const found = parse(operation).definitions.flatMap((definition) =>
    'selectionSet' in definition && definition.selectionSet !== undefined ? leaves(definition.selectionSet) : [],
  );
  return [...new Set(found)].sort();
}

function leaves({ selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === 'FragmentSpread') return [];
    if (selection.selectionSet !== undefined) return leaves(selection.selectionSet);
    return selection.kind === 'Field' ? [word((selection.alias ?? selection.name).value)] : [];
  });
}

/** Returns the values in a body, by name. */
export function shownValues(schema: z.ZodType): string[] {
  const document: unknown = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    // Without names, schemas are inlined where they are used.
    metadata: z.registry(),
  });
  return [...new Set(properties(nodeSchema.parse(document)))].sort();
}

/** Returns the columns of a CSV body: the first line of its example. */
export function shownColumns(schema: z.ZodType): string[] {
  const [example] = z.array(z.string()).parse(schema.meta()?.['examples']);
  return (example?.split('\r\n')[0]?.split(',') ?? []).map(word).sort();
}

interface SchemaNode {
  properties?: Record<string, SchemaNode> | undefined;
  items?: SchemaNode | undefined;
  /** The values of a map. */
  additionalProperties?: SchemaNode | boolean | undefined;
  anyOf?: SchemaNode[] | undefined;
}

const nodeSchema: z.ZodType<SchemaNode> = z.lazy(() =>
  z.object({
    properties: z.record(z.string(), nodeSchema).optional(),
    items: nodeSchema.optional(),
    additionalProperties: z.union([z.boolean(), nodeSchema]).optional(),
    anyOf: z.array(nodeSchema).optional(),
  }),
);

function properties(node: SchemaNode): string[] {
  const { items, additionalProperties, anyOf = [] } = node;
  const below = [items, additionalProperties, ...anyOf].flatMap((child) =>
    typeof child === 'object' ? properties(child) : [],
  );
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const inner = properties(child);
    return inner.length > 0 ? inner : [word(name)];
  });
  return [...own, ...below];
}
