import { type Address, type Hex, isAddress, isHex } from 'viem';
import { z } from 'zod';
import { clobError } from '../../refusal.js';
import { orderTypes } from './order.js';

/** The most orders of one request. */
export const ORDERS_MAX = 15;

const address = z.string().refine((text): text is Address => isAddress(text, { strict: false }));
const amount = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform(BigInt);
const word = z.string().refine((text): text is Hex => isHex(text) && text.length === 66);

const signedOrder = z.object({
  salt: z
    .int()
    .min(0)
    .transform((salt) => BigInt(salt)),
  maker: address,
  signer: address,
  tokenId: z.string().regex(/^\d{1,78}$/),
  makerAmount: amount,
  takerAmount: amount,
  side: z.enum(['BUY', 'SELL']),
  signatureType: z.int().min(0).max(3),
  timestamp: amount,
  expiration: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .default(0),
  metadata: word,
  builder: word,
  signature: z
    .string()
    .max(4_000)
    .refine((text): text is Hex => isHex(text)),
});

const envelope = z.object({
  order: signedOrder,
  owner: z.string(),
  orderType: z.enum(orderTypes),
  postOnly: z.boolean().default(false),
  deferExec: z.boolean().default(false),
});

/** A signed order as it is sent. */
export type SignedOrder = z.output<typeof signedOrder>;
/** A request to place an order. */
export type Envelope = z.output<typeof envelope>;

/** The former version's orders have none of the fields that came later. */
const formerEnvelope = z.object({ order: z.object({ nonce: z.string(), timestamp: z.undefined().optional() }) });

/** Reads a request to place an order. Throws `Refusal`. */
export function parseEnvelope(body: unknown): Envelope {
  const parsed = envelope.safeParse(body);
  if (parsed.success) return parsed.data;
  if (formerEnvelope.safeParse(body).success) throw clobError(400, 'order_version_mismatch');
  throw clobError(400, 'Invalid order payload');
}

/** Reads a list of at most so many entries. Throws `Refusal`. */
export function parseList(body: unknown, mostEntries: number, message: (given: number) => string): unknown[] {
  if (!Array.isArray(body) || body.length === 0) throw clobError(400, 'Invalid order payload');
  if (body.length > mostEntries) throw clobError(400, message(body.length));
  return body;
}
