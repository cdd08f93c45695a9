import { z } from 'zod';
import type { BotLimits } from '../../../live-bots/index.js';
import { orderValue, usd } from '../../codec/index.js';
import type { Holding, Leverages } from './margin.js';

/** A bot's exposure at the venue, in its own coins. */
export interface Exposure extends Reading {
  /** Holdings that the venue's reads may not show yet. */
  readonly unconfirmed: readonly Holding[];
  /** As the account has set them. */
  readonly leverages: Leverages;
}

/** The exposure in the venue's reads. */
export interface Reading {
  /** At the mark price. */
  readonly positions: readonly Holding[];
  readonly orders: readonly RestingOrder[];
  /** The middle of the book by coin, as decimal text. */
  readonly midPrices: Readonly<Record<string, string>>;
}

/** An order that rests at the venue; its value is what its fill would add, 0 for one that can only reduce. */
export interface RestingOrder extends Holding {
  readonly oid: number;
  readonly cloid: string | null;
}

/** The reads that make up an exposure, by the type of the request. */
export interface ExposureAnswers {
  readonly clearinghouseState: unknown;
  readonly frontendOpenOrders: unknown;
  readonly allMids: unknown;
}

const clearinghouseState = z.object({
  assetPositions: z.array(
    z.object({
      position: z.object({
        coin: z.string(),
        positionValue: usd,
        leverage: z.object({ value: z.int().min(1) }),
      }),
    }),
  ),
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

/** Reads the exposure and the leverages of positions from the venue's answers. Throws when they are not what the venue documents. */
export function readingOf(
  { coins }: BotLimits,
  answers: ExposureAnswers,
): { readonly reading: Reading; readonly leverages: Leverages } {
  const midPrices = allMids.parse(answers.allMids);
  const positions = clearinghouseState
    .parse(answers.clearinghouseState)
    .assetPositions.map(({ position }) => position)
    .filter(({ coin }) => coins.includes(coin));
  const orders = openOrders.parse(answers.frontendOpenOrders).filter(({ coin }) => coins.includes(coin));
  const reading = {
    positions: positions.map(({ coin, positionValue }) => ({ coin, valueMicroUsdc: positionValue })),
    orders: orders.map((order) => ({
      oid: order.oid,
      cloid: order.cloid,
      coin: order.coin,
      valueMicroUsdc: order.reduceOnly ? 0n : restingValue(order, midPrices[order.coin]),
    })),
    midPrices,
  };
  return { reading, leverages: Object.fromEntries(positions.map(({ coin, leverage }) => [coin, leverage.value])) };
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
