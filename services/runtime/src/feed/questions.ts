import { timeframes } from '@platform/venues/live-data';
import { z } from 'zod';

/** What is asked of a venue's feed, each with its answer: JSON over HTTP, on a socket of this machine. */

const CANDLES_MAX = 5_000;
/** The most funding rates of an answer. */
export const FUNDING_MAX = 1_000;

const market = {
  /** The venue's own name of the market. */
  coin: z.string().min(1).max(100),
  /** Its canonical symbol. */
  symbol: z.string().min(1).max(200),
};

/** An open time with open, high, low, close and volume. */
const row = z.tuple([z.int(), z.number(), z.number(), z.number(), z.number(), z.number()]).readonly();
const level = z.tuple([z.number(), z.number()]).readonly();

/** Every question by its path. */
export const questions = {
  /** The newest candles of a market. */
  candles: {
    ask: z.strictObject({ ...market, timeframe: z.enum(timeframes), limit: z.int().min(1).max(CANDLES_MAX) }),
    answer: z.object({
      /** Closed ones, ascending; fewer than asked where the venue has no more. */
      closed: z.array(row).readonly(),
      /** The one in progress, as far as it was told; null before its first trade. */
      forming: row.nullable(),
      /** Candles that were told as closed and are other ones by now: when each began, and when the venue said so. The newest. */
      corrections: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
    }),
  },
  /** A market's order book now. */
  book: {
    ask: z.strictObject(market),
    answer: z.object({ atMs: z.int(), bids: z.array(level).readonly(), asks: z.array(level).readonly() }),
  },
  /** The hourly funding rates of a market from an instant on, ascending. */
  funding: {
    ask: z.strictObject({ ...market, fromMs: z.int().nonnegative() }),
    answer: z.object({ rates: z.array(z.tuple([z.int(), z.number()])).max(FUNDING_MAX) }),
  },
  /** The prices of some markets now; one that isn't listed any more is absent. */
  tickers: {
    ask: z.strictObject({ symbols: z.array(market.symbol).min(1).max(200) }),
    answer: z.object({
      tickers: z.array(
        z.object({
          symbol: z.string(),
          mark: z.number().nullable(),
          mid: z.number().nullable(),
          volume24h: z.number().nullable(),
          openInterest: z.number().nullable(),
          fundingRate: z.number().nullable(),
        }),
      ),
    }),
  },
  /** Where the feed stands. */
  status: {
    ask: z.strictObject({}),
    answer: z.object({
      isConnected: z.boolean(),
      /** Since when, UTC milliseconds. */
      sinceMs: z.int(),
      /** When the venue last said anything, UTC milliseconds; null: never. */
      heardAtMs: z.int().nullable(),
    }),
  },
} as const;

/** A question's name. */
export type QuestionName = keyof typeof questions;
/** What is asked. */
export type Ask<Name extends QuestionName> = z.output<(typeof questions)[Name]['ask']>;
/** The answer. */
export type Answer<Name extends QuestionName> = z.output<(typeof questions)[Name]['answer']>;

/** How a feed says that it has no answer now: the venue can't be read, or it follows too many markets already. */
export const refusalSchema = z.object({ reason: z.string() });
