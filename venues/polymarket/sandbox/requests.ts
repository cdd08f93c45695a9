import { type Address, getAddress, isAddress } from 'viem';
import { z } from 'zod';
import { clobError } from './refusal.js';

/** An address in any spelling, checksummed. */
export const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'must be an address')
  .transform((text): Address => getAddress(text));

/** Returns what a request says, or refuses it by its first flaw. */
export function parsed<Output>(schema: z.ZodType<Output>, given: unknown): Output {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw clobError(400, `invalid ${issue?.path.join('.') || 'request'}: ${issue?.message}`);
}
