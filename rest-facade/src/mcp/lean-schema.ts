import type { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from '../openapi/json-schema.js';

/** A schema of an object, as the protocol wants it at the root. */
export type ObjectSchema = JsonSchema & { type: 'object' };

type Schema = JsonSchema | boolean;

const REFERENCE = '#/$defs/';

/**
 * The schema of an answer, short enough for a list of all tools: its shape, and in words only what a shape can't say, which is
 * when a field is absent or null and which values a text takes. Only what stands in it twice is referred to.
 */
export function leanSchemaOf(body: z.ZodType): ObjectSchema {
  const { $defs: records = {}, ...root } = jsonSchemaOf(body, 'output');
  const text = JSON.stringify([root, records]);
  const shared = Object.keys(records).filter((name) => text.split(`"${REFERENCE}${name}"`).length > 2);
  const writer = new LeanWriter(records, new Set(shared));
  const named = shared.map((name) => [name, writer.write(records[name] ?? {})]);
  return {
    ...writer.write(root),
    type: 'object',
    ...(named.length === 0 ? {} : { $defs: Object.fromEntries(named) }),
  };
}

class LeanWriter {
  constructor(
    private readonly records: Readonly<Record<string, JsonSchema>>,
    private readonly shared: ReadonlySet<string>,
  ) {}

  /** `isOptional`: the field that it describes may be absent. */
  write(schema: JsonSchema, isOptional = false): JsonSchema {
    const { $ref, ...own } = schema;
    const name = $ref?.slice(REFERENCE.length) ?? '';
    const meaning = isOptional ? wordsOf(own) : {};
    if (this.shared.has(name)) return { $ref: `${REFERENCE}${name}`, ...meaning };
    return { ...this.#shapeOf({ ...this.records[name], ...own }), ...meaning };
  }

  #shapeOf(schema: JsonSchema): JsonSchema {
    const { type, format, properties, required = [], items, additionalProperties } = schema;
    const alternatives = Array.isArray(type) ? type.map((each) => ({ type: each })) : schema.anyOf;
    if (alternatives !== undefined) return { anyOf: alternatives.map((each) => this.write(each)), ...wordsOf(schema) };
    const fields = Object.entries(properties ?? {}).map(([name, field]) => [
      name,
      this.#writeAny(field, !required.includes(name)),
    ]);
    return {
      ...(type === undefined ? {} : { type }),
      ...(format === undefined ? {} : { format }),
      ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
      ...(required.length === 0 ? {} : { required }),
      ...(items === undefined || Array.isArray(items) ? {} : { items: this.#writeAny(items) }),
      ...(additionalProperties === undefined ? {} : { additionalProperties: true }),
      ...(schema['x-extensible-enum'] === undefined ? {} : wordsOf(schema)),
    };
  }

  #writeAny(schema: Schema, isOptional = false): Schema {
    return typeof schema === 'boolean' ? schema : this.write(schema, isOptional);
  }
}

function wordsOf({ description, 'x-extensible-enum': values }: JsonSchema): { description?: string } {
  const oneOf = values === undefined ? undefined : `One of ${values.join(', ')}`;
  const words = [description, oneOf].filter((each) => each !== undefined);
  return words.length === 0 ? {} : { description: words.join('. ') };
}
