import type { Hex } from 'viem';
import { z } from 'zod';

const key = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{80}$/.test(value));
const signerTransaction = z.object({
  kind: z.string(),
  chainId: z.number(),
  /** The place of its key. */
  key: z.number(),
  type: z.number(),
  info: z.string(),
  hash: z.string(),
  /** What the owner signs; absent where the owner signs nothing. */
  message: z.string().optional(),
});

/** A transaction that the official signer signed, as `fixtures/signed_transactions.py` prints it. */
export type SignerTransaction = z.output<typeof signerTransaction>;

/** Returns the form of what that script prints: two keys, and as many transactions. */
export function signedTransactions(count: number) {
  return z.object({
    keys: z.array(z.object({ privateKey: key, publicKey: key })).length(2),
    transactions: z.array(signerTransaction).length(count),
  });
}
