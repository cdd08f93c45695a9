import { readEach, timeAt } from '@platform/kit/json';
import { z } from 'zod';
import { ok } from './answer-fields.js';
import { MARGIN_WHOLE } from './facts.js';
import { canonicalSymbol } from './symbols.js';

/**
 * Answers that hold market data, as the venue documents them (apidocs.lighter.xyz). An answer of another shape is refused whole. In one of
 * the right shape each row and each market is read by itself: a malformed one is named with its reason and does not affect the others.
 */

/** The most rows per request. */
export const CANDLES_MAX = 500;
export const FUNDINGS_MAX = 750;

const HOUR_MS = 3_600_000;

const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a decimal string')
  .refine((text) => Number.isFinite(Number(text)), 'must not be beyond all numbers');
/** The venue leaves out fields whose value is zero. */
const amount = z.number().nonnegative().default(0);
/** A number that may be written as an integer beyond 2^53 - 1, which the client reads as its text. */
const volume = z
  .union([z.number(), z.string().regex(/^\d+$/, 'must be a number').transform(Number)])
  .pipe(z.number().nonnegative())
  .default(0);
const price = z.number().positive();

/** A value that the venue leaves out, or spells in another way, is unknown: the market is listed nevertheless. */
const known = volume.unwrap().optional().catch(undefined);

const perpetual = z
  .object({
    symbol: z.string().transform((market, context) => {
      const symbol = canonicalSymbol(market);
      if (symbol !== undefined) return { market, symbol };
      context.addIssue({ code: 'custom', message: 'must fit into a symbol' });
      return z.NEVER;
    }),
    market_id: z.int().nonnegative(),
    // An older answer says it nowhere: the list is of perpetuals, and a spot market has no margin.
    market_type: z.literal('perp').default('perp'),
    status: z.string(),
    is_frozen: z.boolean().optional(),
    min_quote_amount: decimal,
    size_decimals: z.int().min(0).max(18),
    price_decimals: z.int().min(0).max(18),
    min_initial_margin_fraction: z.int().positive().max(MARGIN_WHOLE),
    default_initial_margin_fraction: z.int().positive().max(MARGIN_WHOLE).optional().catch(undefined),
    mark_price: decimal.optional(),
    last_trade_price: amount,
    daily_quote_token_volume: known,
    open_interest: known,
  })
  .transform((listed) => ({
    marketId: listed.market_id,
    ...listed.symbol,
    status: statusOf(listed.status, listed.is_frozen === true),
    sizeDecimals: listed.size_decimals,
    priceDecimals: listed.price_decimals,
    maxLeverage: Math.floor(MARGIN_WHOLE / listed.min_initial_margin_fraction),
    /** What an account has that has set none; undefined where the venue shows none. */
    defaultLeverage: listed.default_initial_margin_fraction && MARGIN_WHOLE / listed.default_initial_margin_fraction,
    markPrice: listed.mark_price ?? listed.last_trade_price.toFixed(listed.price_decimals),
    minOrderUsd: listed.min_quote_amount,
    /** Undefined where the venue shows none: volume in USDC, open interest in units of the market. */
    ticker: {
      mark: listed.mark_price === undefined ? undefined : Number(listed.mark_price),
      volume24h: listed.daily_quote_token_volume,
      openInterest: listed.open_interest,
    },
  }));

const spot = z.object({ market_type: z.literal('spot') });

/**
 * Answer of `orderBookDetails`: the perpetuals, including those that no longer trade, and why missing ones were left out. Spot markets have
 * a list of their own; one that stands between the perpetuals is left out, and not malformed.
 */
export const orderBookDetails = z.object({ code: ok, order_book_details: z.array(z.unknown()) }).transform((answer) => {
  const details = answer.order_book_details.filter((each) => !spot.safeParse(each).success);
  const { valid: listed, malformed } = readEach(details, perpetual);
  return { listed, omitted: malformed.map(({ reason }) => reason) };
});

/** A perpetual as the venue lists it. Prices and amounts are decimal strings. */
export type ListedPerpetual = z.output<typeof orderBookDetails>['listed'][number];

/** Returns the status: frozen markets and those in settlement may not be traded now; inactive or settled ones are closed. */
function statusOf(status: string, isFrozen: boolean): 'active' | 'halted' | 'closed' {
  if (status === 'inactive' || status === 'settled') return 'closed';
  return status === 'active' && !isFrozen ? 'active' : 'halted';
}

const candle = z
  .object({ t: z.int().nonnegative(), o: price, h: price, l: price, c: price, v: volume })
  .refine(
    ({ o, h, l, c }) => l <= Math.min(o, c) && h >= Math.max(o, c),
    'must have low and high around open and close',
  );

/** The time of a malformed row; undefined where even that can't be read. */
const stampOfCandle = z.object({ t: z.int().nonnegative() }).transform(({ t }) => t);
const stampOfPayment = z.object({ timestamp: z.int().nonnegative() }).transform(({ timestamp }) => timestamp * 1_000);
const timeOfCandle = (item: unknown) => stampOfCandle.safeParse(item).data;
const timeOfPayment = (item: unknown) => stampOfPayment.safeParse(item).data;

/**
 * Answer of `candles` for one resolution: its candles, aligned, in the venue's order, and the malformed ones. Intervals without trades may have
 * none.
 */
export function candles(resolution: string, intervalMs: number) {
  const form = candle
    .refine(({ t }) => t % intervalMs === 0, 'must open on the resolution')
    .transform(({ t, o, h, l, c, v }) => ({ openMs: t, open: o, high: h, low: l, close: c, volume: v }));
  return z.object({ code: ok, r: z.literal(resolution), c: z.array(z.unknown()).nullable() }).transform((answer) => {
    const items = answer.c ?? [];
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

const funding = z
  .object({ timestamp: z.int().nonnegative(), rate: decimal, direction: z.enum(['long', 'short']) })
  .refine(({ timestamp }) => (timestamp * 1_000) % HOUR_MS === 0, 'must be of a whole hour')
  .transform(({ timestamp, rate, direction }) => ({
    hourMs: timestamp * 1_000,
    // In percent, without a sign; shifted as text, since a division would round.
    rate: (direction === 'long' ? 1 : -1) * Number(`${rate}e-2`),
  }));

/**
 * Answer of `fundings` by the hour, in the venue's order, and the malformed payments. `rate` is a fraction of the position's value,
 * positive where longs paid.
 */
export const fundings = z.object({ code: ok, fundings: z.array(z.unknown()).nullable() }).transform((answer) => {
  const items = answer.fundings ?? [];
  const { valid: rows, malformed } = readEach(items, funding);
  return {
    rows,
    malformed: malformed.map(({ index, reason }) => ({ timeMs: timeAt(items, index, timeOfPayment, HOUR_MS), reason })),
  };
});
