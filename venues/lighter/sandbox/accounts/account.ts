import { z } from 'zod';

/** Stored as text, exact. */
const integer = z.union([z.bigint(), z.string().regex(/^-?\d+$/)]).transform((value) => BigInt(value));

const accountSchema = z.object({
  index: z.int(),
  /** The owner's address on Ethereum in lower case. */
  l1Address: z.string(),
  /** Deposits and what was won, less what was lost. */
  collateralMicroUsdc: integer,
  createdMs: z.int(),
  changedMs: z.int(),
});

/** The venue's data of an account besides its keys. */
export type Account = z.output<typeof accountSchema>;

/** Reads a stored account. */
export function parseAccount(document: string): Account {
  return accountSchema.parse(JSON.parse(document));
}
