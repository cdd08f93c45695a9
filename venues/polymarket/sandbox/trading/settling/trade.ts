import { z } from 'zod';

const whole = z.union([z.bigint(), z.string().regex(/^\d+$/)]).transform((value) => BigInt(value));

const partySchema = z.object({
  orderId: z.string(),
  /** The API key of the order. */
  owner: z.string(),
  /** The address of the API key, in lower case; empty for the house. */
  account: z.string(),
  /** In lower case. */
  wallet: z.string(),
  side: z.enum(['BUY', 'SELL']),
});

const tradeSchema = z.object({
  id: z.string(),
  seq: z.int(),
  conditionId: z.string(),
  tokenId: z.string(),
  outcome: z.string(),
  /** The contract that moves what is owed. */
  exchange: z.string(),
  taker: partySchema,
  maker: partySchema,
  priceMicro: whole,
  sharesMicro: whole,
  costMicro: whole,
  feeMicro: whole,
  matchedMs: z.int(),
  updatedMs: z.int(),
  status: z.enum(['MATCHED', 'MINED', 'CONFIRMED', 'RETRYING', 'FAILED']),
  /** How often its settlement was refused. */
  attempts: z.int(),
  /** When it is settled or confirmed. */
  dueMs: z.int(),
  transactionHash: z.string(),
});

/** One price of a match, and what becomes of it. */
export type Trade = z.output<typeof tradeSchema>;
/** One of the two orders of a trade. */
export type Party = Trade['taker'];

/** Reads a stored trade. */
export function parseTrade(document: string): Trade {
  return tradeSchema.parse(JSON.parse(document));
}

/** Returns whether the trade's money has not moved yet. */
export function isUnsettled({ status }: Trade): boolean {
  return status === 'MATCHED' || status === 'RETRYING';
}

/** Returns whether nothing more becomes of the trade. */
export function isFinal({ status }: Trade): boolean {
  return status === 'CONFIRMED' || status === 'FAILED';
}
