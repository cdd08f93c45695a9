import { z } from 'zod';

/**
 * Answers of `POST /info` that hold market data, as the venue documents them. An answer of another shape, or one whose
 * rows contradict themselves, is refused whole: no row of it may reach a table.
 */

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string');
const positive = decimal.refine((text) => Number(text) >= 0, 'must not be negative');
const number = decimal.transform(Number);
const amount = positive.transform(Number);
const instantMs = z.int().nonnegative();
const coinName = z.string().min(1).max(40);

const instrument = z.object({
  name: coinName,
  szDecimals: z.int().min(0).max(6),
  maxLeverage: z.number().positive(),
  isDelisted: z.boolean().nullish(),
});

/** USDC's number among the venue's tokens. */
const USDC = 0;

/** Answer of `perpDexs`: the names of the builder-deployed dexes. The venue's own has none. */
export const builderDexNames = z
  .array(z.object({ name: z.string().min(1).max(20) }).nullable())
  .transform((dexes) => dexes.flatMap((dex) => dex?.name ?? []));

/** Answer of `metaAndAssetCtxs`: the perpetuals of a dex, each with its present prices at the same index. */
export const metaAndAssetContexts = z
  .tuple([
    z.object({ universe: z.array(instrument), collateralToken: z.int().nonnegative().default(USDC) }),
    z.array(z.object({ markPx: positive })),
  ])
  .refine(([meta, contexts]) => meta.universe.length === contexts.length, 'must have one context an instrument')
  .transform(([meta, contexts]) =>
    meta.universe.map(({ name, szDecimals, maxLeverage, isDelisted }, index) => ({
      coin: name,
      sizeDecimals: szDecimals,
      maxLeverage,
      delisted: isDelisted === true,
      markPrice: contexts[index]?.markPx ?? '0',
      isSettledInUsdc: meta.collateralToken === USDC,
    })),
  );

/** A perpetual as the venue lists it. `markPrice` is a decimal string. */
export type ListedPerpetual = z.output<typeof metaAndAssetContexts>[number];

const candle = z
  .object({ t: instantMs, s: coinName, i: z.string(), o: amount, h: amount, l: amount, c: amount, v: amount })
  .refine(
    ({ o, h, l, c }) => l <= Math.min(o, c) && h >= Math.max(o, c),
    'must have low and high around open and close',
  );

/** Answer of `candleSnapshot` for one coin and interval: ascending, aligned, each open time once. */
export function candleSnapshot(coin: string, interval: string, intervalMs: number) {
  return z
    .array(candle)
    .refine(
      (rows) => rows.every(({ s, i }) => s === coin && i === interval),
      'must be of the coin and interval asked for',
    )
    .refine((rows) => rows.every(({ t }) => t % intervalMs === 0), 'must open on the interval')
    .refine((rows) => rows.every(({ t }, index) => index === 0 || t > (rows[index - 1]?.t ?? t)), 'must ascend')
    .transform((rows) =>
      rows.map(({ t, o, h, l, c, v }) => ({ openMs: t, open: o, high: h, low: l, close: c, volume: v })),
    );
}

const HOUR_MS = 3_600_000;

/**
 * Answer of `fundingHistory` for one coin: ascending. The venue stamps a payment some milliseconds past its hour; `hourMs`
 * is that hour. Two payments in one hour leave the first.
 */
export function fundingHistory(coin: string) {
  return z
    .array(z.object({ coin: coinName, fundingRate: number, time: instantMs }))
    .refine((rows) => rows.every((row) => row.coin === coin), 'must be of the coin asked for')
    .refine(
      (rows) => rows.every(({ time }, index) => index === 0 || time > (rows[index - 1]?.time ?? time)),
      'must ascend',
    )
    .transform((rows) =>
      rows
        .map(({ fundingRate, time }) => ({ hourMs: time - (time % HOUR_MS), rate: fundingRate }))
        .filter(({ hourMs }, index, all) => index === 0 || hourMs !== all[index - 1]?.hourMs),
    );
}
