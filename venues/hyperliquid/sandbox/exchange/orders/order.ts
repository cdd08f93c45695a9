import { z } from 'zod';

const whole = z.union([z.bigint(), z.string().regex(/^\d+$/)]).transform((value) => BigInt(value));

const orderSchema = z.object({
  oid: z.int(),
  user: z.string(),
  coin: z.string(),
  cloid: z.string().nullable(),
  /** `B` buys, `A` sells. */
  side: z.enum(['B', 'A']),
  limitPriceMicro: whole,
  originalLots: whole,
  /** The size still to be filled, or unfilled when it ended. */
  lots: whole,
  reduceOnly: z.boolean(),
  tif: z.enum(['Gtc', 'Alo', 'Ioc', 'FrontendMarket', 'LiquidationMarket']).nullable(),
  trigger: z.object({ priceMicro: whole, isMarket: z.boolean(), tpsl: z.enum(['tp', 'sl']) }).nullable(),
  /** The order whose fill arms this one's trigger. */
  parentOid: z.int().nullable(),
  /** Its size becomes the position's when it triggers. */
  ofPosition: z.boolean(),
  builder: z.object({ address: z.string(), tenthsOfBasisPoint: z.int() }).nullable(),
  /** The TWAP order that it belongs to. */
  twapId: z.int().nullable().default(null),
  placedMs: z.int(),
  /** The venue's status, or `waiting` for the fill of its parent; `waiting`, `open` and `triggered` are live. */
  status: z.string(),
  statusMs: z.int(),
});

/** An order, live or ended. */
export type Order = z.output<typeof orderSchema>;

/** Reads a stored order. */
export function parseOrder(document: string): Order {
  return orderSchema.parse(JSON.parse(document));
}

/** Returns whether the order is live. */
export function isLive({ status }: Order): boolean {
  return status === 'open' || status === 'waiting' || status === 'triggered';
}

/** Returns whether the order stands in the book: one that waits for its trigger, or for its parent, does not. */
export function isResting({ status, trigger }: Order): boolean {
  return status === 'triggered' || (status === 'open' && trigger === null);
}

/** Returns 1 for buys, -1 for sells. */
export function directionOf({ side }: Pick<Order, 'side'>): bigint {
  return side === 'B' ? 1n : -1n;
}

/** Returns whether the trigger fires when the price rises to it; otherwise it fires when the price falls to it. */
export function firesAbove({ side, trigger }: Order): boolean {
  return (side === 'B') === (trigger?.tpsl === 'sl');
}
