import { z } from 'zod';

/** The lines of the journal, each a whole fact; later ones replace what earlier ones said of the same thing. */

const instant = z.int().nonnegative();
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const cloid = z.string().regex(/^0x[0-9a-f]{32}$/);

/** An order as it was sent. */
const order = z.strictObject({
  cloid,
  coin: z.string(),
  side: z.enum(['buy', 'sell']),
  price: decimal,
  size: decimal,
  reduceOnly: z.boolean(),
  /** The price that it waits for, as a stop does; null: for none. */
  trigger: decimal.nullable(),
  /** Whether it fills at once or ends. */
  isImmediate: z.boolean(),
  /** What its fill adds to the bot's holdings at most; 0 for one that only reduces. */
  valueMicroUsdc: z.string().regex(/^\d{1,30}$/),
});

const placedOrder = z.strictObject({
  ...order.shape,
  deploymentId: z.string(),
  nonce: instant,
  sentAtMs: instant,
  /** The venue can't accept it later. */
  expiresAtMs: instant,
  /** `sent`: not answered yet; `unknown`: not told by the answer; `vanished`: ended by nobody known, and still of importance. */
  state: z.enum(['sent', 'unknown', 'placed', 'vanished', 'ended']),
  /** The venue's id, where it is known. */
  oid: z.int().nullable(),
  filled: decimal,
  /** Whether the bot has cancelled or replaced it. */
  isCancelled: z.boolean(),
  changedAtMs: instant,
});

const deployment = z.strictObject({
  deploymentId: z.string(),
  /** The key of this start: another start has another one. */
  bot: z.string(),
  coins: z.array(z.string()),
  startedAtMs: instant,
  /** The positions that the venue showed first, at its own time, with the fills since as far as they are folded into it; null: not read yet. */
  base: z.strictObject({ atMs: instant, positions: z.record(z.string(), decimal) }).nullable(),
  /** When the venue last liquidated a position since the start, by coin. */
  liquidations: z.record(z.string(), instant),
  /** Its fills, over all of its starts. */
  fillsCount: instant,
});

const fill = z.strictObject({
  tid: z.int(),
  oid: z.int(),
  atMs: instant,
  deploymentId: z.string(),
  coin: z.string(),
  /** Negative where it sold. */
  size: decimal,
  isLiquidation: z.boolean(),
});

const outcome = z.strictObject({ kind: z.enum(['placed', 'refused', 'unknown']), oid: z.int().optional() });

/** One line of the journal. */
export const entrySchema = z.discriminatedUnion('kind', [
  /** A bot's start, or all that is known of a deployment. */
  z.strictObject({ kind: z.literal('deployment'), ...deployment.shape }),
  /** Written before the action is sent. */
  z.strictObject({
    kind: z.literal('action'),
    atMs: instant,
    deploymentId: z.string(),
    /** The agent's. */
    nonce: instant,
    family: z.string(),
    expiresAtMs: instant,
    orders: z.array(order),
    /** The orders that it cancels or replaces, by the venue's or the client's id. */
    ends: z.array(z.union([z.int(), z.string()])),
  }),
  /** What the venue's answer says of each order of an action. */
  z.strictObject({ kind: z.literal('answer'), atMs: instant, nonce: instant, outcomes: z.array(outcome) }),
  /** All that is known of an order. */
  z.strictObject({ kind: z.literal('order'), ...placedOrder.shape }),
  z.strictObject({ kind: z.literal('fill'), ...fill.shape }),
  /** All fills before this time are known. */
  z.strictObject({ kind: z.literal('cursor'), fillsFromMs: instant }),
]);

/** One line of the journal. */
export type Entry = z.output<typeof entrySchema>;
/** An order as it was sent. */
export type SentOrder = z.output<typeof order>;
/** All that is known of an order. */
export type JournalledOrder = Readonly<z.output<typeof placedOrder>>;
/** All that is known of a deployment. */
export type JournalledDeployment = Readonly<z.output<typeof deployment>>;
/** A fill of a deployment. */
export type JournalledFill = Readonly<z.output<typeof fill>>;
