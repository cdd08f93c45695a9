import { z } from 'zod';

/**
 * Answers that hold market data, as the venue documents them (apidocs.lighter.xyz). An answer of another shape, or one whose
 * rows contradict themselves, is refused whole: no row of it may reach a table.
 */

/** Rows that one request brings at most. */
export const CANDLES_MAX = 500;
export const FUNDINGS_MAX = 750;

const HOUR_MS = 3_600_000;
const MARGIN_WHOLE = 10_000;

const ok = z.literal(200);
const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal string');
/** The venue leaves out fields whose value is zero. */
const amount = z.number().nonnegative().default(0);
const price = z.number().positive();

const perpetual = z
  .object({
    symbol: z.string().min(1),
    market_id: z.int().nonnegative(),
    market_type: z.literal('perp'),
    status: z.string(),
    is_frozen: z.boolean().optional(),
    min_quote_amount: decimal,
    size_decimals: z.int().min(0).max(18),
    price_decimals: z.int().min(0).max(18),
    min_initial_margin_fraction: z.int().positive().max(MARGIN_WHOLE),
    mark_price: decimal.optional(),
    last_trade_price: amount,
  })
  .transform((listed) => ({
    marketId: listed.market_id,
    market: listed.symbol,
    status: statusOf(listed.status, listed.is_frozen === true),
    sizeDecimals: listed.size_decimals,
    priceDecimals: listed.price_decimals,
    maxLeverage: Math.floor(MARGIN_WHOLE / listed.min_initial_margin_fraction),
    markPrice: listed.mark_price ?? listed.last_trade_price.toFixed(listed.price_decimals),
    minOrderUsd: listed.min_quote_amount,
  }));

/** Answer of `orderBookDetails`: the perpetuals, those that no longer trade too. Spot markets have a list of their own. */
export const orderBookDetails = z
  .object({ code: ok, order_book_details: z.array(perpetual) })
  .transform((answer) => answer.order_book_details);

/** A perpetual as the venue lists it. Prices and amounts are decimal strings. */
export type ListedPerpetual = z.output<typeof orderBookDetails>[number];

/** Markets that are frozen or being settled may not be traded now; those that are inactive or settled are over. */
function statusOf(status: string, isFrozen: boolean): 'active' | 'halted' | 'closed' {
  if (status === 'inactive' || status === 'settled') return 'closed';
  return status === 'active' && !isFrozen ? 'active' : 'halted';
}

const candle = z
  .object({ t: z.int().nonnegative(), o: price, h: price, l: price, c: price, v: amount })
  .refine(
    ({ o, h, l, c }) => l <= Math.min(o, c) && h >= Math.max(o, c),
    'must have low and high around open and close',
  );

/** Answer of `candles` for one resolution: ascending, aligned, each open time once. Where nothing was traded there may be none. */
export function candles(resolution: string, intervalMs: number) {
  return z
    .object({
      code: ok,
      r: z.literal(resolution),
      c: z
        .array(candle)
        .nullable()
        .transform((rows) => rows ?? [])
        .refine((rows) => rows.every(({ t }) => t % intervalMs === 0), 'must open on the resolution')
        .refine((rows) => ascends(rows.map(({ t }) => t)), 'must ascend'),
    })
    .transform(({ c: rows }) =>
      rows.map(({ t, o, h, l, c, v }) => ({ openMs: t, open: o, high: h, low: l, close: c, volume: v })),
    );
}

const funding = z
  .object({ timestamp: z.int().nonnegative(), rate: decimal, direction: z.enum(['long', 'short']) })
  .transform(({ timestamp, rate, direction }) => ({
    hourMs: timestamp * 1_000,
    // In percent, without a sign; shifted as text, since a division would round.
    rate: (direction === 'long' ? 1 : -1) * Number(`${rate}e-2`),
  }));

/** Answer of `fundings` by the hour: ascending. `rate` is a fraction of the position's value, positive where longs paid. */
export const fundings = z
  .object({
    code: ok,
    fundings: z
      .array(funding)
      .nullable()
      .transform((rows) => rows ?? [])
      .refine((rows) => rows.every(({ hourMs }) => hourMs % HOUR_MS === 0), 'must be of whole hours')
      .refine((rows) => ascends(rows.map(({ hourMs }) => hourMs)), 'must ascend'),
  })
  .transform((answer) => answer.fundings);

function ascends(times: readonly number[]): boolean {
  return times.every((time, index) => index === 0 || time > (times[index - 1] ?? time));
}
