import type { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../openapi/json-schema.js';

/** A schema of an object, as the protocol wants it at the root. */
export type ObjectSchema = JsonSchema & { type: 'object' };

type Schema = JsonSchema | boolean;
type Records = Readonly<Record<string, JsonSchema>>;

const REFERENCE = '#/$defs/';
/** Levels of fields that a schema names: the answer's own, and those of the records in it. */
export type Levels = 1 | 2;
/** Longer examples and patterns tell a model less than the description beside them. */
const EXAMPLE_CHARACTERS_MAX = 40;
const PATTERN_CHARACTERS_MAX = 40;

/**
 * Returns the schema of a response, short enough for a list of all tools: the names and types of its fields on the first levels,
 * which of its own are required, and the values of a set. Deeper values are plain objects or lists.
 */
export function compactSchemaOf(body: z.ZodType, levels: Levels = 2): ObjectSchema {
  const { $defs: records = {}, ...root } = jsonSchemaOf(body, 'output');
  const { required = [] } = root;
  return { ...leanShape(root, records, levels), type: 'object', ...(required.length === 0 ? {} : { required }) };
}

/** Constraints may be left out of a response schema, never added: clients validate responses with it. */
function leanShape(schema: Schema, records: Records, levels: number): JsonSchema {
  if (typeof schema === 'boolean') return {};
  const { type, properties, items, anyOf, ...rest } = resolved(schema, records);
  const alternatives = Array.isArray(type) ? type.map((each) => ({ type: each })) : anyOf;
  if (alternatives !== undefined) return { anyOf: alternatives.map((each) => leanShape(each, records, levels)) };
  const item = items === undefined || Array.isArray(items) ? {} : leanShape(items, records, levels);
  const saysMore = Object.keys(item).length > 0 && JSON.stringify(item) !== '{"type":"object"}';
  return {
    ...(type === undefined ? {} : { type }),
    ...(properties === undefined || levels === 0 ? {} : { properties: leanFields(properties, records, levels - 1) }),
    ...(saysMore ? { items: item } : {}),
    ...valuesOf(rest),
  };
}

function leanFields(fields: Readonly<Record<string, Schema>>, records: Records, levels: number) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, leanShape(field, records, levels)]));
}

function resolved({ $ref, ...own }: JsonSchema, records: Records): JsonSchema {
  return $ref === undefined ? own : { ...records[$ref.slice(REFERENCE.length)], ...own };
}

function valuesOf({ 'x-extensible-enum': values = [] }: JsonSchema): { description?: string } {
  return values.length < 2 ? {} : { description: `One of ${values.join(', ')}` };
}

/** The schema of an argument without what its description says in fewer words. */
export function compactArgument(schema: JsonSchema): JsonSchema {
  const { pattern, examples = [], properties, items, oneOf, ...rest } = schema;
  const short = examples.filter((each) => JSON.stringify(each).length <= EXAMPLE_CHARACTERS_MAX);
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, leanEither(field)]);
  return {
    ...rest,
    ...(pattern === undefined || pattern.length > PATTERN_CHARACTERS_MAX ? {} : { pattern }),
    ...(short.length === 0 ? {} : { examples: short }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: leanEither(items) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(compactArgument) }),
  };
}

function leanEither(schema: Schema): Schema {
  return typeof schema === 'boolean' ? schema : compactArgument(schema);
}
