import { z } from 'zod';

const whole = z.union([z.bigint(), z.string().regex(/^-?\d+$/)]).transform((value) => BigInt(value));

/** The ways in which an order may be filled; the first two rest in the book. */
export const orderTypes = ['GTC', 'GTD', 'FOK', 'FAK'] as const;

const orderSchema = z.object({
  /** The hash that was signed. */
  id: z.string(),
  /** Its place among all orders: the earlier one of two at a price is filled first. */
  seq: z.int(),
  /** The address of the API key that placed it, in lower case. */
  account: z.string(),
  /** The API key that placed it. */
  owner: z.string(),
  /** The wallet that pays for it, in lower case. */
  maker: z.string(),
  tokenId: z.string(),
  conditionId: z.string(),
  outcome: z.string(),
  side: z.enum(['BUY', 'SELL']),
  priceMicro: whole,
  sharesMicro: whole,
  /** What a market order to buy may spend; null: the order is for a number of shares. */
  budgetMicro: whole.nullable(),
  matchedMicro: whole,
  /** What its fills cost or brought, without fees. */
  paidMicro: whole,
  orderType: z.enum(orderTypes),
  postOnly: z.boolean(),
  /** Seconds since the epoch; 0: it has no end. */
  expirationS: z.int(),
  placedMs: z.int(),
  /** When a delayed order is matched; null: it is not delayed. */
  delayedUntilMs: z.int().nullable(),
  status: z.enum(['LIVE', 'DELAYED', 'MATCHED', 'CANCELED', 'CANCELED_MARKET_RESOLVED']),
  trades: z.array(z.string()),
});

/** An order, live or ended. */
export type Order = z.output<typeof orderSchema>;
export type Side = Order['side'];

/** Reads a stored order. */
export function parseOrder(document: string): Order {
  return orderSchema.parse(JSON.parse(document));
}

/** Returns whether the order may still be filled. */
export function isLive({ status }: Order): boolean {
  return status === 'LIVE' || status === 'DELAYED';
}

/** Returns the shares that are still to be filled. */
export function remainingOf({ sharesMicro, matchedMicro }: Order): bigint {
  return sharesMicro > matchedMicro ? sharesMicro - matchedMicro : 0n;
}

/** Returns the other side. */
export function otherSide(side: Side): Side {
  return side === 'BUY' ? 'SELL' : 'BUY';
}
