import { z } from 'zod';

/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 uses as it is. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Turns schemas into JSON Schema; those with an `id` are kept once, under `components`, and referred to. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** As a caller writes it (`input`) or reads it (`output`). */
  write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Inside an object, so that a schema with an id of its own is referred to as well.
    const { properties, $defs } = jsonSchemaOf(z.object({ it: schema }), io);
    const { it, named } = jsonObject.parse(refer({ it: properties?.['it'], named: $defs ?? {} }));
    Object.assign(this.components, named);
    return it;
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
    override: withoutSafeBounds,
  });
  return own;
}

/** That an integer can be told from its neighbours says nothing about the field. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function refer(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
