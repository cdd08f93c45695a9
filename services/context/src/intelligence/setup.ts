import { type FundingState, fundingState } from './funding.js';
import type { DirectionalIndex } from './indicators/directional-index.js';
import { type Levels, levelsOf } from './levels.js';
import type { MarketHistory } from './market-history.js';
import type { Reading } from './reading.js';

/** The market's regime. */
export const regimeStates = ['trending_up', 'trending_down', 'transitional', 'ranging', 'unknown'] as const;
/** One of them. */
export type RegimeState = (typeof regimeStates)[number];

/** An average directional index from this limit on means a trend, and below the other limit a range: Wilder's own limits. */
export const TREND_ADX = 25;
const RANGE_ADX = 20;

/** A market's setup: its regime, levels and funding. */
export interface Setup {
  readonly regime: { readonly state: RegimeState; readonly adx14: number | null };
  readonly levels: Levels;
  readonly volatility: { readonly atr14Pct: number | null; readonly bbWidthPctile90d: number | null };
  readonly funding: FundingState;
}

/** Returns the setup of a market by its reading. Values for which there are too few candles are null. */
export function setupOf({ funding, nowMs }: MarketHistory, reading: Reading): Setup {
  const { direction, candles, atr, atrPct, widthPercentile } = reading;
  return {
    regime: { state: regimeOf(direction), adx14: direction?.adx ?? null },
    levels: levelsOf(candles, atr ?? 0),
    volatility: { atr14Pct: atrPct ?? null, bbWidthPctile90d: widthPercentile ?? null },
    funding: fundingState(funding, nowMs),
  };
}

/**
 * Returns the regime. An average directional index of 25 or more is a trend, in the direction of the stronger movement; below 20 the market
 * ranges; in between it is in transition. `unknown`: too few candles.
 */
function regimeOf(direction: DirectionalIndex | undefined): RegimeState {
  if (direction === undefined) return 'unknown';
  const { adx, up, down } = direction;
  if (adx >= TREND_ADX) return up >= down ? 'trending_up' : 'trending_down';
  return adx < RANGE_ADX ? 'ranging' : 'transitional';
}
