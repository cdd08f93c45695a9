import { z } from 'zod';

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/**
 * What sets the venue apart from what a bot did there. `foreign_order`: an order rests that the bot did not place. `order_vanished`: an
 * order of the bot ended without a fill, and the bot had not cancelled it. `liquidation`: the venue closed a position. `position_unexplained`:
 * the position is not what the bot's fills made of it. `outcome_unknown`: nobody knows yet whether the venue has an order.
 */
const differenceKinds = [
  'foreign_order',
  'order_vanished',
  'liquidation',
  'position_unexplained',
  'outcome_unknown',
] as const;

const positionSchema = z.object({
  coin: z.string(),
  /** In units of the coin; negative for a short position. */
  size: decimal,
});

const orderSchema = z.object({
  /** The client order id; null where an order has none. */
  cloid: z.string().nullable(),
  /** The venue's id. */
  oid: z.int(),
  coin: z.string(),
  side: z.enum(['buy', 'sell']),
  /** What is left to fill, in units of the coin. */
  size: decimal,
  price: decimal,
  reduceOnly: z.boolean(),
  /** Whether it waits for a price, as a stop does. */
  isTrigger: z.boolean(),
});

const differenceSchema = z.object({
  /** One of those of `Difference`; a reader lets unknown ones pass. */
  kind: z.string(),
  /** The coin that it is about; null where there is none. */
  coin: z.string().nullable(),
  /** One plain sentence. */
  text: z.string(),
  /** When it began, as far as that is known, in milliseconds since the Unix epoch. */
  sinceMs: z.int(),
});

/** The answer of a proxy to `GET /standing`: what the venue shows of each bot, and what differs from what the bot did. */
export const standingSchema = z.object({
  /** The time of the last whole look at the venue; null: there was none yet. */
  asOfMs: z.int().nullable(),
  /** When the proxy's agent was issued. */
  agentIssuedAtMs: z.int(),
  bots: z.array(
    z.object({
      deploymentId: z.string(),
      positions: z.array(positionSchema),
      /** All orders that rest in the bot's coins, of the bot or not. */
      orders: z.array(orderSchema),
      /** How many fills the deployment has had, over all of its starts. */
      fillsCount: z.int(),
      /** Empty: venue and journal agree. What was so before the bot started is no difference. */
      differences: z.array(differenceSchema),
    }),
  ),
});

/** What the venue shows of each bot of a proxy, and what differs from what the bot did. */
export type Standing = z.output<typeof standingSchema>;

/** One bot of a standing. */
export type BotStanding = Standing['bots'][number];

/** One difference between the venue and what a bot did there. */
export interface Difference extends z.output<typeof differenceSchema> {
  readonly kind: (typeof differenceKinds)[number];
}
