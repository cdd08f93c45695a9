// Why: docs/decisions/context/market-scans.md
import type { MarketHistory } from './market-history.js';
import type { Reading } from './reading.js';
import { TREND_ADX } from './setup.js';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
const MONTH_HOURS = 30 * DAY_HOURS;
/** A market whose last candle is older has no current findings. */
const STALE_MS = DAY_HOURS * HOUR_MS;

/** What a finding can be about. */
export const scanCategories = ['momentum', 'mean_reversion', 'breakout', 'volume'] as const;
/** One of them. */
export type ScanCategory = (typeof scanCategories)[number];

/** The numbers that a score is computed from, by their public names. */
export type Evidence = Readonly<Record<string, number | string | boolean>>;

/** A market's finding in one category. */
export interface Finding {
  readonly category: ScanCategory;
  /** 0 to 100, to one decimal; 50 where the market is exactly as remarkable as the category's threshold. */
  readonly score: number;
  readonly evidence: Evidence;
}

/** How remarkable a market is in a category: positive; 1 at the category's threshold. */
interface Remark {
  readonly strength: number;
  /** The direction in which prices went or are expected to go. */
  readonly direction: 'up' | 'down';
  /** Shares, multiples and indexes. */
  readonly measures: Readonly<Record<string, number>>;
  /** Prices and volumes. */
  readonly amounts: Readonly<Record<string, number>>;
}

/** The largest tenth below 100, the limit of every score. */
const SCORE_MAX = 99.9;
/** Significant digits of a measure over hundreds of hours. */
const MEASURE_DIGITS = 4;
/** The most digits in any venue's prices. */
const AMOUNT_DIGITS = 8;

const categories: Readonly<Record<ScanCategory, (reading: Reading) => Remark | undefined>> = {
  momentum,
  mean_reversion: meanReversion,
  breakout,
  volume,
};

/**
 * Returns a market's findings now. The score of a strength s is 100 · s / (1 + s): it grows with it, is 50 at 1 and stays below 100, so
 * categories compare; a tenth is the smallest meaningful step. Prediction markets are not scanned, since their prices are probabilities.
 */
export function findingsOf({ instrument, nowMs }: MarketHistory, reading: Reading): Finding[] {
  const { kind, builderDex } = instrument;
  const { last } = reading;
  if (kind === 'prediction' || last === undefined || nowMs - last.timeMs > STALE_MS) return [];
  return scanCategories.flatMap((category) => {
    const remark = categories[category](reading);
    if (remark === undefined || !(remark.strength > 0)) return [];
    const { strength, direction, measures, amounts } = remark;
    const evidence = {
      direction,
      close: last.close,
      as_of: new Date(last.timeMs + HOUR_MS).toISOString(),
      ...toDigits(amounts, AMOUNT_DIGITS),
      ...toDigits(measures, MEASURE_DIGITS),
      ...(builderDex === undefined ? {} : { builder_dex: builderDex, backtest_ready: false }),
    };
    const score = Math.min(SCORE_MAX, Math.round((1_000 * strength) / (1 + strength)) / 10);
    return [{ category, score, evidence }];
  });
}

/** Rounds numbers to so many significant digits. */
function toDigits(numbers: Readonly<Record<string, number>>, digits: number): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value.toPrecision(digits))]));
}

/**
 * The return of seven days in units of the deviation expected by chance: that of hourly returns over 30 days times √168. Remarkable: one
 * deviation. Source: time-series momentum of Moskowitz, Ooi and Pedersen (2012), scaled by volatility.
 */
function momentum({ candles, direction }: Reading): Remark | undefined {
  const closes = candles.map(({ close }) => close);
  const [first, last] = [closes.at(-WEEK_HOURS - 1), closes.at(-1)];
  if (first === undefined || last === undefined || direction === undefined) return undefined;
  const weekly = last / first - 1;
  const volatility = deviation(returnsOf(closes.slice(-MONTH_HOURS - 1))) * Math.sqrt(WEEK_HOURS);
  if (volatility === 0) return undefined;
  return {
    strength: Math.abs(weekly) / volatility,
    direction: weekly > 0 ? 'up' : 'down',
    measures: { return_7d_pct: 100 * weekly, volatility_7d_pct: 100 * volatility, adx_14: direction.adx },
    amounts: {},
  };
}

/**
 * Measures how far the last close lies from its Bollinger middle, in half widths of the bands, where there is no trend (an average
 * directional index below 25). Remarkable: at a band. The direction is back to the middle.
 */
function meanReversion({ bands, last, direction, widthPercentile }: Reading): Remark | undefined {
  if (bands === undefined || last === undefined || direction === undefined || widthPercentile === undefined) return;
  const halfWidth = (bands.upper - bands.lower) / 2;
  if (halfWidth === 0 || direction.adx >= TREND_ADX) return undefined;
  const distance = (last.close - bands.middle) / halfWidth;
  return {
    strength: Math.abs(distance),
    direction: distance > 0 ? 'down' : 'up',
    measures: { distance_from_mean: distance, bb_width_pctile_90d: widthPercentile, adx_14: direction.adx },
    amounts: { bb_middle: bands.middle, bb_upper: bands.upper, bb_lower: bands.lower },
  };
}

/**
 * Measures how far the last close lies beyond the highest high, or below the lowest low, of the seven days that ended a day ago, in average
 * true ranges. Remarkable: one range. Source: Donchian's channel, whose last day is left out so that a breakout is seen for a day.
 */
function breakout({ candles, last, atr, widthPercentile }: Reading): Remark | undefined {
  const channel = candles.slice(-WEEK_HOURS - DAY_HOURS, -DAY_HOURS);
  if (channel.length < WEEK_HOURS || last === undefined || !atr || widthPercentile === undefined) return undefined;
  const high = Math.max(...channel.map((candle) => candle.high));
  const low = Math.min(...channel.map((candle) => candle.low));
  const [above, below] = [(last.close - high) / atr, (low - last.close) / atr];
  return {
    strength: Math.max(above, below),
    direction: above > below ? 'up' : 'down',
    measures: { distance_atr: Math.max(above, below), bb_width_pctile_90d: widthPercentile },
    amounts: { channel_high: high, channel_low: low, atr_14: atr },
  };
}

/** Compares the mean hourly volume of the last day with that of the 30 days before it. Remarkable: twice as much. */
function volume({ candles }: Reading): Remark | undefined {
  const volumes = candles.flatMap((candle) => candle.volume ?? []);
  const before = volumes.slice(-MONTH_HOURS - DAY_HOURS, -DAY_HOURS);
  const [first, last] = [candles.at(-DAY_HOURS - 1), candles.at(-1)];
  if (volumes.length < candles.length || before.length < WEEK_HOURS) return undefined;
  if (first === undefined || last === undefined) return undefined;
  const [daily, usual] = [mean(volumes.slice(-DAY_HOURS)), mean(before)];
  if (usual === 0) return undefined;
  return {
    strength: daily / usual - 1,
    direction: last.close > first.close ? 'up' : 'down',
    measures: { volume_ratio: daily / usual, return_24h_pct: 100 * (last.close / first.close - 1) },
    amounts: { hourly_volume_24h: daily, hourly_volume_30d: usual },
  };
}

function returnsOf(closes: readonly number[]): number[] {
  return closes.slice(1).map((close, index) => close / (closes[index] ?? close) - 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the standard deviation of the population, not of a sample. */
function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
