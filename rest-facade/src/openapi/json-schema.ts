import { z } from 'zod';

/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 uses as it is. */
export type JsonSchema = z.core.JSONSchema.JSONSchema & {
  /** The current values of a set that may grow. */
  readonly 'x-extensible-enum'?: readonly string[];
};

const COMPONENTS = '#/components/schemas/';

/** Turns schemas into JSON Schema; those with an `id` are kept once, under `components`, and referred to. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** As a caller writes it (`input`) or reads it (`output`). */
  write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Inside an object, so that a schema with an id of its own is referred to as well.
    const { properties, $defs } = jsonSchemaOf(z.object({ it: schema }), io);
    const { it, named } = jsonObject.parse(withReferences({ it: properties?.['it'], named: $defs ?? {} }));
    Object.assign(this.components, named);
    return it;
  }

  /** A reference to a schema under `components`: one without a name of its own gets the given one. */
  refer(name: string, schema: JsonSchema): JsonSchema {
    if (schema.$ref !== undefined || schema.type !== 'object') return schema;
    this.components[name] = schema;
    return { $ref: `${COMPONENTS}${name}` };
  }

  /** A parameter's text that becomes a number is documented as that number. */
  writeParameter(schema: z.ZodType): JsonSchema {
    const parsed = this.write(schema, 'output');
    return parsed.type === 'integer' || parsed.type === 'number' ? parsed : this.write(schema, 'input');
  }
}

const jsonObject = z.object({ it: z.custom<JsonSchema>(), named: z.record(z.string(), z.custom<JsonSchema>()) });

/** A schema as JSON Schema with its named parts in `$defs`. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _draft, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      leaveOutIdle(jsonSchema);
      if (io === 'output') open(jsonSchema);
    },
  });
  return own;
}

type Written = z.core.JSONSchema.BaseSchema;

/** Keywords without information: bounds of a safe integer, names that are texts, a pattern beside its format. */
function leaveOutIdle(schema: Written): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.propertyNames !== undefined) delete schema.propertyNames;
  if (schema.format === 'date-time') delete schema.pattern;
}

/** A response may get more fields, and a set of texts more values: neither may break a client. */
function open(schema: Written): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length === 0 || !values.every((value) => typeof value === 'string')) return;
  delete schema.enum;
  delete schema.const;
  Object.assign(schema, { type: 'string', 'x-extensible-enum': values });
}

function withReferences(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${COMPONENTS}`));
}
