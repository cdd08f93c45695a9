import { z } from 'zod';

/** An integer that was stored as text, exact. */
export const storedInteger = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => BigInt(text));

/** Returns JSON to store, its integers beyond doubles as text. */
export function written(document: object): string {
  return JSON.stringify(document, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
