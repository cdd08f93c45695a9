import type { Instrument } from '@platform/venues/market-data';
import type { Candle } from './indicators/candle.js';

/** The funding of an hour. */
export interface FundingRate {
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Share of a position's value that longs pay for the hour. */
  readonly rate: number;
}

/** All that a market is judged by: its stored history up to a moment. */
export interface MarketHistory {
  readonly instrument: Pick<Instrument, 'venue' | 'symbol' | 'kind' | 'name' | 'builderDex'>;
  /** When it is judged. */
  readonly nowMs: number;
  /** Closed hourly candles, ascending. An hour without one is not made up. */
  readonly candles: readonly Candle[];
  /** Ascending; empty where the market has none. */
  readonly funding: readonly FundingRate[];
}

/** Hours over which a market is judged: ninety days. */
export const JUDGED_HOURS = 90 * 24;
/** Hours before them in which averages settle: what the first candle weighs by then is below a billionth. */
export const SETTLING_HOURS = 20 * 24;
