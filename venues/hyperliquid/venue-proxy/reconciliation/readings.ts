import { z } from 'zod';
import { readFills } from '../policy/fill-pages.js';
import type { VenueConnection } from '../venue/index.js';

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
/** How many pages of fills one look reads. */
const PAGES_MAX = 5;

const accountSchema = z.object({
  /** The venue's time of this state. */
  time: z.int(),
  assetPositions: z.array(z.object({ position: z.object({ coin: z.string(), szi: decimal }) })),
});

const orderFields = z.object({
  coin: z.string(),
  side: z.enum(['A', 'B']),
  limitPx: decimal,
  sz: decimal,
  oid: z.int(),
  timestamp: z.int(),
  cloid: z.string().nullish(),
  reduceOnly: z.boolean(),
  isTrigger: z.boolean(),
});
const openOrders = z.array(orderFields.extend({ children: z.array(orderFields).default([]) }));

const fills = z.array(
  z.object({
    coin: z.string(),
    side: z.enum(['A', 'B']),
    sz: decimal,
    time: z.int(),
    oid: z.int(),
    tid: z.int(),
    cloid: z.string().nullish(),
    liquidation: z.object({ liquidatedUser: z.string().nullish() }).nullish(),
  }),
);

const orderStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('unknownOid') }),
  z.object({
    status: z.literal('order'),
    order: z.object({ order: z.object({ oid: z.int() }), status: z.string(), statusTimestamp: z.int() }),
  }),
]);

/** The positions of the account, at the venue's own time. */
export interface SeenAccount {
  readonly atMs: number;
  /** By coin, negative for a short position. */
  readonly positions: ReadonlyMap<string, string>;
}

/** An order that rests at the venue. */
export type SeenOrder = z.output<typeof orderFields>;
/** A fill of the account. */
export type SeenFill = z.output<typeof fills>[number];
/** An order by its client order id; undefined: the venue knows none. */
export type SeenStatus = { readonly oid: number; readonly status: string; readonly atMs: number } | undefined;

/** What the venue says of an account; each read throws when the answer is not what the venue documents. */
export class AccountReads {
  constructor(
    private readonly venue: VenueConnection,
    private readonly user: string,
  ) {}

  /** Reads the positions. */
  async account(): Promise<SeenAccount> {
    const { time, assetPositions } = accountSchema.parse(await this.#ask({ type: 'clearinghouseState' }));
    return { atMs: time, positions: new Map(assetPositions.map(({ position }) => [position.coin, position.szi])) };
  }

  /** Reads the orders that rest, with those that wait for the fill of another. */
  async openOrders(): Promise<SeenOrder[]> {
    const orders = openOrders.parse(await this.#ask({ type: 'frontendOpenOrders' }));
    return orders.flatMap(({ children, ...order }) => [order, ...children]);
  }

  /** Reads all fills since a time. */
  async fillsSince(sinceMs: number): Promise<SeenFill[]> {
    const all = await readFills(sinceMs, PAGES_MAX, async (startTime) =>
      fills.parse(await this.#ask({ type: 'userFillsByTime', startTime })),
    );
    if (all === undefined) throw new Error('more fills than one look reads');
    return all;
  }

  /** Looks an order up by its client order id. */
  async order(cloid: string): Promise<SeenStatus> {
    const answer = orderStatus.parse(await this.#ask({ type: 'orderStatus', oid: cloid }));
    if (answer.status === 'unknownOid') return undefined;
    const { order, status, statusTimestamp } = answer.order;
    return { oid: order.oid, status, atMs: statusTimestamp };
  }

  #ask(request: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<unknown> {
    // No caller waits for it, and the bots' own reads come in between.
    return this.venue.ask({ ...request, user: this.user }, 'proof');
  }
}
