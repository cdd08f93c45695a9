import { z } from 'zod';
import type { BotLimits } from '../../../live-bots/index.js';
import { orderValue, signedSize, signedUsd, usd } from '../../codec/index.js';
import type { Holding, Leverages } from './margin.js';

/** A bot's exposure at the venue, in its own coins. */
export interface Exposure extends Reading {
  /** Holdings that the venue's reads may not show yet. */
  readonly unconfirmed: readonly Holding[];
  /** As the account has set them. */
  readonly leverages: Leverages;
  /** When it is judged. */
  readonly nowMs: number;
  /** What fills of the bot's coins realized since midnight in UTC, less their fees; 0 where no position may be opened by the effect. */
  readonly realizedTodayMicroUsdc: bigint;
}

/** The exposure in the venue's reads. */
export interface Reading {
  /** At the mark price. */
  readonly positions: readonly Holding[];
  /** The size of each position by its coin, in units of 10^-8, negative where it is short. */
  readonly sizes: Readonly<Record<string, bigint>>;
  /** The profit of the positions at the mark price, negative where it is a loss. */
  readonly unrealizedMicroUsdc: bigint;
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
        szi: signedSize,
        positionValue: usd,
        unrealizedPnl: signedUsd,
        leverage: z.object({ value: z.int().min(1) }),
      }),
    }),
  ),
});
const openOrders = z.array(
  z.object({
    coin: z.string(),
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
    sizes: Object.fromEntries(positions.map(({ coin, szi }) => [coin, szi])),
    unrealizedMicroUsdc: positions.reduce((sum, { unrealizedPnl }) => sum + unrealizedPnl, 0n),
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

/** Returns the size of each position by its coin, in units of 10^-8, negative where it is short. Throws as `readingOf` does. */
export function positionSizes(answer: unknown): Reading['sizes'] {
  const { assetPositions } = clearinghouseState.parse(answer);
  return Object.fromEntries(assetPositions.map(({ position: { coin, szi } }) => [coin, szi]));
}

function restingValue(
  { limitPx, triggerPx, sz }: z.output<typeof openOrders>[number],
  mid: string | undefined,
): bigint {
  const order = { price: limitPx, triggerPrice: triggerPx, size: sz };
  const value = mid === undefined ? undefined : orderValue(order, mid);
  if (value === undefined) throw new Error('an open order of the venue has no value');
  return value;
}
