import { readEach, timeAt } from '@platform/kit/json';
import { z } from 'zod';
import { canonicalSymbol, isCanonicalSymbol } from './symbols.js';

/**
 * Answers of `POST /info` that hold market data, as the venue documents them. An answer of another shape is refused whole. In one of the
 * right shape each row and each market is read by itself: a malformed one is named with its reason and does not affect the others.
 */

const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string')
  .refine((text) => Number.isFinite(Number(text)), 'must not be beyond all numbers');
const positive = decimal.refine((text) => Number(text) >= 0, 'must not be negative');
const number = decimal.transform(Number);
const amount = positive.transform(Number);
const price = amount.refine((value) => value > 0, 'must be above zero');
const instantMs = z.int().nonnegative();
const coinName = z.string().min(1).max(40);
const HOUR_MS = 3_600_000;

const instrument = z.object({
  name: coinName.refine((name) => isCanonicalSymbol(canonicalSymbol(name)), 'must fit into a symbol'),
  szDecimals: z.int().min(0).max(6),
  maxLeverage: z.number().positive(),
  isDelisted: z.boolean().nullish(),
});

/** USDC's index among the venue's tokens. */
const USDC = 0;

const dex = z.object({ name: z.string().min(1).max(20) }).nullable();

/** Answer of `perpDexs`: the names of the builder-deployed dexes, and why others were left out. The venue's own has none. */
export const builderDexNames = z.array(z.unknown()).transform((dexes) => {
  const { valid, malformed } = readEach(dexes, dex);
  return { names: valid.flatMap((each) => each?.name ?? []), omitted: malformed.map(({ reason }) => reason) };
});

/** Answer of `perpDexs` by the dexes' numbers: the venue's own, number 0, has no name, nor has a malformed one. */
export const dexNames = z.array(dex.catch(null)).transform((dexes) => dexes.map((each) => each?.name));

/** Answer of `meta`: the coins of a dex by their numbers; undefined: the coin is malformed. */
export const universe = z
  .object({
    universe: z.array(
      z
        .object({ name: coinName })
        .transform(({ name }) => name)
        .optional()
        .catch(undefined),
    ),
  })
  .transform((meta) => meta.universe);

/** Answer of `allMids`: the middle of each book by coin, as decimal text; undefined: it is malformed. */
export const midPrices = z.record(z.string(), positive.optional().catch(undefined));

/** Answer of `activeAssetData`: the leverage that an account has set for a coin. */
export const leverageOf = z
  .object({ leverage: z.object({ value: z.int().min(1) }) })
  .transform(({ leverage }) => leverage.value);

/** A value that the venue leaves out, or spells in another way, is unknown: the market is listed nevertheless. */
const known = amount.nullish().catch(undefined);
const context = z.object({
  markPx: positive,
  midPx: known,
  dayNtlVlm: known,
  openInterest: known,
  funding: number.nullish().catch(undefined),
});

/** An instrument, its current prices, and its place in the listing, which is its number on its dex. */
const listing = z
  .tuple([instrument, context, z.int()])
  .transform(
    ([{ name, szDecimals, maxLeverage, isDelisted }, { markPx, midPx, dayNtlVlm, openInterest, funding }, index]) => ({
      coin: name,
      index,
      sizeDecimals: szDecimals,
      maxLeverage,
      delisted: isDelisted === true,
      markPrice: markPx,
      /** Prices in USD, undefined where the venue shows none; open interest in units of the coin, funding per hour. */
      ticker: {
        mark: Number(markPx),
        mid: midPx ?? undefined,
        volume24h: dayNtlVlm ?? undefined,
        openInterest: openInterest ?? undefined,
        fundingRate: funding ?? undefined,
      },
    }),
  );

/**
 * Answer of `metaAndAssetCtxs`: the perpetuals of a dex, each with its current prices at the same index, and why missing ones were left
 * out.
 */
export const metaAndAssetContexts = z
  .tuple([
    z.object({ universe: z.array(z.unknown()), collateralToken: z.int().nonnegative().default(USDC) }),
    z.array(z.unknown()),
  ])
  .refine(([meta, contexts]) => meta.universe.length === contexts.length, 'must have one context an instrument')
  .transform(([meta, contexts]) => {
    const { valid, malformed } = readEach(
      meta.universe.map((each, index) => [each, contexts[index], index]),
      listing,
    );
    return {
      listed: valid.map((each) => ({ ...each, isSettledInUsdc: meta.collateralToken === USDC })),
      omitted: malformed.map(({ reason }) => reason),
    };
  });

/** A perpetual as the venue lists it. `markPrice` is a decimal string. */
export type ListedPerpetual = z.output<typeof metaAndAssetContexts>['listed'][number];

const candle = z
  .object({ t: instantMs, s: coinName, i: z.string(), o: price, h: price, l: price, c: price, v: amount })
  .refine(
    ({ o, h, l, c }) => l <= Math.min(o, c) && h >= Math.max(o, c),
    'must have low and high around open and close',
  );

/** The time of a malformed row; undefined where even that can't be read. */
const stampOfCandle = z.object({ t: instantMs }).transform(({ t }) => t);
const stampOfPayment = z.object({ time: instantMs }).transform(({ time }) => time - (time % HOUR_MS));
const timeOfCandle = (item: unknown) => stampOfCandle.safeParse(item).data;
const timeOfPayment = (item: unknown) => stampOfPayment.safeParse(item).data;

/** Answer of `candleSnapshot` for one coin and interval: its candles, aligned, in the venue's order, and the malformed ones. */
export function candleSnapshot(coin: string, interval: string, intervalMs: number) {
  const form = candle
    .refine(({ s, i }) => s === coin && i === interval, 'must be of the coin and interval asked for')
    .refine(({ t }) => t % intervalMs === 0, 'must open on the interval')
    .transform(({ t, o, h, l, c, v }) => ({ openMs: t, open: o, high: h, low: l, close: c, volume: v }));
  return z.array(z.unknown()).transform((items) => {
    const { valid: rows, malformed } = readEach(items, form);
    return {
      rows,
      malformed: malformed.map(({ index, reason }) => ({
        timeMs: timeAt(items, index, timeOfCandle, intervalMs),
        reason,
      })),
    };
  });
}

/**
 * Answer of `fundingHistory` for one coin, in the venue's order, and the malformed payments. The venue stamps a payment some milliseconds past
 * its hour; `hourMs` is that hour. Of two payments in one hour the first is kept.
 */
export function fundingHistory(coin: string) {
  const form = z
    .object({ coin: coinName, fundingRate: number, time: instantMs })
    .refine((row) => row.coin === coin, 'must be of the coin asked for')
    .transform(({ fundingRate, time }) => ({ hourMs: time - (time % HOUR_MS), rate: fundingRate }));
  return z.array(z.unknown()).transform((items) => {
    const { valid, malformed } = readEach(items, form);
    return {
      rows: valid.filter(({ hourMs }, index, all) => index === 0 || hourMs !== all[index - 1]?.hourMs),
      malformed: malformed.map(({ index, reason }) => ({
        timeMs: timeAt(items, index, timeOfPayment, HOUR_MS),
        reason,
      })),
    };
  });
}
