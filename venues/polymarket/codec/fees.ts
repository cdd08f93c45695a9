import { z } from 'zod';

/**
 * The fee of a market's takers per share of a fill, in USDC: `rate · (price · (1 − price)) ^ exponent`. Makers pay nothing. A market
 * without fees has a rate of 0. Source: docs.polymarket.com/trading/fees and the official client 1.1.0, November 2026.
 */
export interface TakerFees {
  readonly rate: number;
  readonly exponent: number;
}

/** The fees of a market without fees. */
const NO_FEES: TakerFees = { rate: 0, exponent: 0 };

/** A schedule in which makers pay too is unknown. */
const schedule = z.object({
  rate: z.number().min(0).max(1),
  exponent: z.number().min(0).max(10),
  takerOnly: z.literal(true),
});

/** Gamma's fields for a market's fees; with any value the market itself can be read. */
export const gammaFees = { feesEnabled: z.unknown().optional(), feeSchedule: z.unknown().optional() };

/** Returns the fees of a market; undefined where Gamma does not say whether it has any, or by which schedule. */
export function takerFeesOf({
  feesEnabled,
  feeSchedule,
}: z.output<z.ZodObject<typeof gammaFees>>): TakerFees | undefined {
  if (feesEnabled === false) return NO_FEES;
  const read = feesEnabled === true ? schedule.safeParse(feeSchedule).data : undefined;
  return read && { rate: read.rate, exponent: read.exponent };
}

/** The CLOB's `fd` of a market: the same schedule as Gamma's. */
export const clobFees = z
  .object({ r: schedule.shape.rate, e: schedule.shape.exponent, to: schedule.shape.takerOnly })
  .transform(({ r, e }): TakerFees => ({ rate: r, exponent: e }));
