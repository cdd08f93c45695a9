import { readEach } from '@platform/kit/json';
import { z } from 'zod';
import { gammaFees, takerFeesOf } from './fees.js';
import { isTokenId } from './symbols.js';

/**
 * Gamma's markets. Its lists of outcomes, their prices and their tokens are JSON in texts. Fields that it leaves out of old markets may be
 * missing here too; a market that contradicts itself is refused.
 */

const QUESTION_LENGTH_MAX = 4_000;
/** The venue's documented default for a market without one. */
const TICK_SIZE_DEFAULT = 0.01;
const MINIMUM_SIZE_DEFAULT = 5;

const texts = z.array(z.string());
const list = z.union([
  texts,
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(texts),
]);
const price = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a decimal string')
  .refine((text) => Number(text) <= 1, 'must not exceed one');
/** `2026-03-12T09:25:00Z`, or `2026-05-09 02:07:01+00`; an invalid time becomes undefined. */
const instant = z
  .string()
  .nullish()
  .transform((text) => {
    const atMs = Date.parse((text ?? '').replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
    return Number.isNaN(atMs) ? undefined : atMs;
  });
const positive = z.number().positive().nullish();
/** A value that the venue leaves out, or spells in another way, is unknown: the market is listed nevertheless. */
const known = z.number().nonnegative().nullish().catch(undefined);

const gammaMarket = z
  .object({
    id: z.string().min(1),
    question: z.string().min(1).max(QUESTION_LENGTH_MAX),
    conditionId: z.string().min(1),
    slug: z.string().min(1).max(500),
    outcomes: list.pipe(z.array(z.string().min(1)).min(2)),
    outcomePrices: list.pipe(z.array(price)).nullish(),
    clobTokenIds: list.pipe(z.array(z.string().refine(isTokenId, 'must be a token id'))),
    active: z.boolean(),
    closed: z.boolean(),
    archived: z.boolean().nullish(),
    acceptingOrders: z.boolean().nullish(),
    startDate: instant,
    createdAt: instant,
    endDate: instant,
    closedTime: instant,
    orderPriceMinTickSize: positive,
    orderMinSize: positive,
    bestBid: known,
    bestAsk: known,
    volume24hr: known,
    ...gammaFees,
  })
  .refine(
    ({ outcomes, clobTokenIds }) =>
      outcomes.length === clobTokenIds.length && new Set(clobTokenIds).size === outcomes.length,
    { path: ['clobTokenIds'], message: 'must be one token an outcome' },
  )
  .refine(({ outcomes, outcomePrices }) => (outcomePrices ?? outcomes).length === outcomes.length, {
    path: ['outcomePrices'],
    message: 'must be one price an outcome',
  })
  .transform(({ archived, acceptingOrders, startDate, createdAt, ...market }) => ({
    slug: market.slug,
    question: market.question,
    conditionId: market.conditionId,
    /** By index, the token and the price of the outcome with the same one; prices are decimal strings. */
    outcomes: market.outcomes,
    tokenIds: market.clobTokenIds,
    prices: market.outcomePrices ?? undefined,
    isActive: market.active,
    isClosed: market.closed,
    isArchived: archived === true,
    isAcceptingOrders: acceptingOrders === true,
    startMs: earliest(startDate, createdAt),
    endMs: market.endDate,
    closedMs: market.closedTime,
    /** A decimal string. */
    tickSize: String(market.orderPriceMinTickSize ?? TICK_SIZE_DEFAULT),
    /** Shares. */
    minimumSize: market.orderMinSize ?? MINIMUM_SIZE_DEFAULT,
    takerFees: takerFeesOf(market),
    /** Of the first outcome; undefined where there is no bid or ask. */
    bestBid: quoted(market.bestBid),
    bestAsk: quoted(market.bestAsk),
    /** The day's turnover of all outcomes in USDC. */
    volume24h: market.volume24hr ?? undefined,
    resolution: market.closed ? resolutionOf(market.outcomes, market.outcomePrices ?? []) : undefined,
  }));

/** A market: a question, and a token for each outcome. Times are milliseconds since the epoch; unknown values are undefined. */
export type PolymarketMarket = z.output<typeof gammaMarket>;

/** The markets of a page, and why each missing one was left out. */
export interface ReadMarkets {
  readonly markets: readonly PolymarketMarket[];
  readonly omitted: readonly string[];
}

/** Answer of `/markets/keyset`; without `nextCursor` it is the last page. */
export const marketsPage = z
  .object({ markets: z.array(z.unknown()), next_cursor: z.string().nullish() })
  .transform(({ markets, next_cursor }) => ({ ...readMarkets(markets), nextCursor: next_cursor || undefined }));

/** Answer of `/markets/slug/{slug}`: one market. */
export const oneMarket = z.unknown().transform((market) => readMarkets([market]));

const event = z.object({ markets: z.array(z.unknown()).nullish() });

/** Answer of `/events/slug/{slug}`: the markets of one event. */
export const oneEvent = event.transform(({ markets }) => readMarkets(markets ?? []));

/** Answer of `/public-search`: the markets of the events found, in its order. */
export const searchPage = z
  .object({ events: z.array(z.unknown()).nullish(), pagination: z.object({ hasMore: z.boolean() }) })
  .transform(({ events, pagination }) => {
    const { valid, malformed } = readEach(events ?? [], event);
    const { markets, omitted } = readMarkets(valid.flatMap((each) => each.markets ?? []));
    const oddEvents = malformed.map(({ reason }) => `event ${reason}`);
    return { markets, omitted: [...oddEvents, ...omitted], hasMore: pagination.hasMore };
  });

/** Reads each market by itself: a malformed one does not affect the others. */
function readMarkets(items: readonly unknown[]): ReadMarkets {
  const { valid: markets, malformed } = readEach(items, gammaMarket);
  return { markets, omitted: malformed.map(({ reason }) => `market ${reason}`) };
}

/** Reads a price of the book: the venue shows an empty side as null, as 0 or as 1, which are never valid bids or asks. */
function quoted(price: number | null | undefined): number | undefined {
  return typeof price === 'number' && price > 0 && price < 1 ? price : undefined;
}

/** Returns the outcome that came true: the one that is worth one while all others are worth nothing. */
function resolutionOf(outcomes: readonly string[], prices: readonly string[]): string | undefined {
  const worth = prices.map(Number);
  return worth.reduce((sum, each) => sum + each, 0) === 1 ? outcomes[worth.indexOf(1)] : undefined;
}

function earliest(...times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
