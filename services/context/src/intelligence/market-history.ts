import type { Instrument } from '@platform/venues/market-data';
import type { Candle } from './indicators/candle.js';

/** The funding rate of an hour. */
export interface FundingRate {
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  /** Share of a position's value that longs pay for the hour. */
  readonly rate: number;
}

/** Everything a market is judged by: its stored history up to a moment. */
export interface MarketHistory {
  readonly instrument: Pick<Instrument, 'venue' | 'symbol' | 'kind' | 'name' | 'builderDex'>;
  /** The moment at which it is judged. */
  readonly nowMs: number;
  /** Closed hourly candles, ascending. A missing hour stays missing. */
  readonly candles: readonly Candle[];
  /** Ascending; empty where the market has none. */
  readonly funding: readonly FundingRate[];
}

/** Hours over which a market is judged: ninety days. */
export const JUDGED_HOURS = 90 * 24;
/** Hours before the judged ones in which averages settle: the first candle's weight is then below a billionth. */
export const SETTLING_HOURS = 20 * 24;
