import type { z } from 'zod';

/**
 * Returns the schema of a field that is always null here, with the type that the older surface gave it: generators of clients make nothing
 * of a type that is null alone.
 */
export function absent<Value extends z.ZodType>(value: Value, why: string): z.ZodNullable<Value> {
  return value.nullable().meta({ description: `Null: ${why}`, examples: [null] });
}
