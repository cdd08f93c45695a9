/** The candle intervals of the venue, aligned to the Unix epoch; months to the UTC calendar. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Every candle interval the venue knows. */
export const INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;

/** A candle interval in the venue's own spelling. */
export type Interval = (typeof INTERVALS)[number];

const FIXED_MS: Readonly<Record<Exclude<Interval, '1M'>, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': 7 * DAY_MS,
};

/** Returns the shortest length of an interval in milliseconds. */
export function shortestMs(interval: Interval): number {
  return interval === '1M' ? 28 * DAY_MS : FIXED_MS[interval];
}

/** Returns when the candle that contains the instant opened. */
export function openTime(interval: Interval, atMs: number): number {
  if (interval === '1M') return monthStart(atMs, 0);
  return atMs - (atMs % FIXED_MS[interval]);
}

/** Returns when the candle after the one that contains the instant opens. */
export function nextOpenTime(interval: Interval, atMs: number): number {
  return stepOpenTime(interval, atMs, 1);
}

/** Returns the opening time of the candle `steps` after (negative: before) the one that contains the instant. */
export function stepOpenTime(interval: Interval, atMs: number, steps: number): number {
  if (interval === '1M') return monthStart(atMs, steps);
  return openTime(interval, atMs) + steps * FIXED_MS[interval];
}

function monthStart(atMs: number, steps: number): number {
  const date = new Date(atMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, 1);
}
