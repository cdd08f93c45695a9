import { z } from 'zod';
import { orderValue, usd } from './exposure.js';
import type { Mandate } from './mandate.js';

/** What the bot has at the venue, in its own coins. */
export interface Standing {
  /** At the mark price. */
  readonly positionsMicroUsdc: bigint;
  readonly orders: readonly RestingOrder[];
  /** The middle of the book by coin, as decimal text. */
  readonly midPrices: Readonly<Record<string, string>>;
  /** Of orders whose outcome is not known yet. */
  readonly inDoubtMicroUsdc: bigint;
}

/** An order that waits at the venue. */
export interface RestingOrder {
  readonly oid: number;
  readonly cloid: string | null;
  /** What its fill would add; 0 for one that can only reduce. */
  readonly valueMicroUsdc: bigint;
}

/** The reads that a standing is made of, by the type of the request. */
export interface StandingAnswers {
  readonly clearinghouseState: unknown;
  readonly frontendOpenOrders: unknown;
  readonly allMids: unknown;
}

const clearinghouseState = z.object({
  assetPositions: z.array(z.object({ position: z.object({ coin: z.string(), positionValue: usd }) })),
});
const openOrders = z.array(
  z.object({
    coin: z.string(),
    side: z.enum(['A', 'B']),
    limitPx: z.string(),
    triggerPx: z.string(),
    sz: z.string(),
    oid: z.int(),
    cloid: z.string().nullable(),
    reduceOnly: z.boolean(),
  }),
);
const allMids = z.record(z.string(), z.string());

/** Reads a standing from the venue's answers. Throws when they are not what the venue documents. */
export function standingOf({ coins }: Mandate, answers: StandingAnswers, inDoubtMicroUsdc: bigint): Standing {
  const midPrices = allMids.parse(answers.allMids);
  const positions = clearinghouseState
    .parse(answers.clearinghouseState)
    .assetPositions.filter(({ position }) => coins.includes(position.coin));
  const orders = openOrders.parse(answers.frontendOpenOrders).filter(({ coin }) => coins.includes(coin));
  return {
    positionsMicroUsdc: positions.reduce((sum, { position }) => sum + position.positionValue, 0n),
    orders: orders.map((order) => ({
      oid: order.oid,
      cloid: order.cloid,
      valueMicroUsdc: order.reduceOnly ? 0n : restingValue(order, midPrices[order.coin]),
    })),
    midPrices,
    inDoubtMicroUsdc,
  };
}

function restingValue(
  { side, limitPx, triggerPx, sz }: z.output<typeof openOrders>[number],
  mid: string | undefined,
): bigint {
  const order = { isBuy: side === 'B', price: limitPx, triggerPrice: triggerPx, size: sz };
  const value = mid === undefined ? undefined : orderValue(order, mid);
  if (value === undefined) throw new Error('an open order of the venue has no value');
  return value;
}
