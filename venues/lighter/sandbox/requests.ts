import { z } from 'zod';
import { invalidParam } from './refusal.js';

/** What a request says: its query or its form. */
export type Fields = Readonly<Record<string, unknown>>;

/** A whole number of at most 13 digits. */
export const whole = z
  .string()
  .regex(/^\d{1,13}$/)
  .transform(Number);

/** The index of an account. */
export const accountIndex = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** An address on Ethereum in any spelling; it is kept in lower case. */
export const ethereumAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase());

/** Returns what a request says, or refuses it by its first flaw. */
export function parsed<Output>(schema: z.ZodType<Output>, fields: unknown): Output {
  const read = schema.safeParse(fields);
  if (!read.success) throw invalidParam(read.error.issues[0]?.path.join('.') || 'query');
  return read.data;
}

/** Reads JSON without rounding: an integer beyond 2^53 - 1 becomes its text. */
export function losslessJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    const isLarge = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
    return isLarge ? (context?.source ?? String(value)) : value;
  });
}
