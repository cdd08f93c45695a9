import { annualizedRate } from '../history/annualized.js';
import type { FundingRate } from './market-history.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** A yearly rate that moves by less than a percentage point is flat. */
const FLAT = 0.01;

/** Which way funding has moved. */
export const fundingTrends = ['rising', 'falling', 'flat'] as const;

/** The cost of holding a position. */
export interface FundingState {
  /** The newest hourly rate times 8760, as a share; null without a rate of the last day. */
  readonly currentAnnualized: number | null;
  /**
   * The mean of the last day beside that of the last seven, both as yearly rates: `flat` where they differ by less than a
   * percentage point. Null without a current rate.
   */
  readonly trend: (typeof fundingTrends)[number] | null;
}

/** Returns the state of a market's funding at a moment. */
export function fundingState(rates: readonly FundingRate[], nowMs: number): FundingState {
  const week = rates.filter(({ timeMs }) => timeMs > nowMs - WEEK_MS && timeMs <= nowMs);
  const day = week.filter(({ timeMs }) => timeMs > nowMs - DAY_MS);
  const newest = day.at(-1);
  if (newest === undefined) return { currentAnnualized: null, trend: null };
  const change = annualizedRate(mean(day) - mean(week));
  const trend = Math.abs(change) < FLAT ? 'flat' : change > 0 ? 'rising' : 'falling';
  return { currentAnnualized: annualizedRate(newest.rate), trend };
}

function mean(rates: readonly FundingRate[]): number {
  return rates.reduce((sum, { rate }) => sum + rate, 0) / rates.length;
}
