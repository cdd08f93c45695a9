import type { Interval } from './interval.js';

/** A perpetual of the venue's listing, with the parameters of its simulation. */
export interface Perpetual {
  /** The venue's name of the coin, for example `BTC`. */
  readonly coin: string;
  /** Decimals of a size; a price has at most `6 - szDecimals` of them. */
  readonly szDecimals: number;
  readonly maxLeverage: number;
  /** The id of the venue's margin table. */
  readonly marginTableId: number;
  /** The price in USD around which simulated prices move. */
  readonly typicalPrice: number;
  /** Standard deviation of the daily logarithmic return. */
  readonly dailyVolatility: number;
  /** Turnover of a typical hour in USD. */
  readonly hourlyTurnoverUsd: number;
}

/** The trades of a stretch of time as a candle; prices are on the venue's grid. */
export interface Candle {
  readonly openTimeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In units of the coin. */
  readonly volume: number;
  /** Number of trades; 0 where a recording lacks it. */
  readonly trades: number;
}

/** One settled hourly funding. */
export interface FundingRate {
  readonly timeMs: number;
  /** Share of the position's value that longs pay for the hour. */
  readonly rate: number;
  /** The hour's average premium of the mark over the oracle price, as a share. */
  readonly premium: number;
}

/** The public data of one market. Every answer is a function of its arguments alone; times are cut to whole seconds. */
export interface Market {
  readonly perpetual: Perpetual;
  /**
   * Returns the times, the end exclusive, between which all of a table's rows are recorded; undefined where it is generated, and then the
   * venue's limits on age apply.
   */
  recorded(table: Interval | 'funding'): { readonly sinceMs: number; readonly untilMs: number } | undefined;
  /** Returns the candles that open at or after `fromMs` and before `endMs`, the last one cut at `endMs`; none of an unknown interval. */
  candles(interval: Interval, fromMs: number, endMs: number): Candle[];
  /** Returns a candle for each second from `fromMs` up to `endMs`. */
  seconds(fromMs: number, endMs: number): Candle[];
  /** Returns everything from `fromMs` up to `endMs` as one candle. */
  total(fromMs: number, endMs: number): Candle | undefined;
  /** Returns the first `limit` fundings stamped from `fromMs` to `toMs`, both included. */
  fundingRates(fromMs: number, toMs: number, limit: number): FundingRate[];
  /** Returns the rate that the hour in progress will settle. */
  nextFundingRate(atMs: number): FundingRate;
  /** Returns the price at the instant, not rounded. */
  priceAt(atMs: number): number;
}
