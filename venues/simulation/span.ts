import { Draws, keyWith } from './noise.js';

/**
 * A stretch of a market's path. A day is split into thirds, those in halves, and so on down to the second; children are drawn so that
 * together they are exactly their parent (first open, last close, highest high, lowest low, sums), so candles of every interval agree, from
 * whichever level they were made.
 */
export interface Span {
  /** Seconds since the Unix epoch. */
  readonly startS: number;
  readonly level: number;
  /** Logarithms of prices. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** The variance of the path within the span: the sum of its children's. */
  readonly variance: number;
  /** Volume in the smallest unit of size. */
  readonly lots: number;
  readonly trades: number;
}

/** Seconds of a span by level: 1 d, 8 h, 4 h, 1 h, 30 m, 15 m, 5 m, 1 m, 15 s, 5 s, 1 s. */
export const LEVEL_SECONDS: readonly number[] = [86_400, 28_800, 14_400, 3_600, 1_800, 900, 300, 60, 15, 5, 1];

const ACTIVITY_SPREAD = 0.4;
const VOLUME_SPREAD = 0.3;

/** Returns the length of a span. */
export function secondsOf(span: Span): number {
  return LEVEL_SECONDS[span.level] ?? 1;
}

/** Returns the highest point of a Brownian path from `from` to `to`, given the variance between and a uniform draw. */
export function pathHigh(from: number, to: number, variance: number, uniform: number): number {
  return (from + to + Math.sqrt((to - from) ** 2 - 2 * variance * Math.log(uniform))) / 2;
}

/** Returns the lowest point in the same way. */
export function pathLow(from: number, to: number, variance: number, uniform: number): number {
  return (from + to - Math.sqrt((to - from) ** 2 - 2 * variance * Math.log(uniform))) / 2;
}

/** Returns the children of a span, in order. A second has none; without trades the price stays the same. */
export function split(key: number, span: Span): Span[] {
  const seconds = LEVEL_SECONDS[span.level + 1];
  if (seconds === undefined) return [];
  const parts = secondsOf(span) / seconds;
  const draws = new Draws(keyWith(keyWith(key, span.level), span.startS));
  const activity = Array.from({ length: parts }, () => Math.exp(ACTIVITY_SPREAD * draws.normal()));
  const weights = activity.map((value) => value * Math.exp(VOLUME_SPREAD * draws.normal()));
  const trades = apportion(span.trades, weights);
  const extraLots = apportion(span.lots - span.trades, masked(weights, trades));
  const variances = sharesOf(span.variance, masked(activity, trades));
  const turns = turningPoints(span, variances, draws);
  const highs = variances.map((variance, i) =>
    Math.min(span.high, pathHigh(at(turns, i), at(turns, i + 1), variance, draws.uniform())),
  );
  const lows = variances.map((variance, i) =>
    Math.max(span.low, pathLow(at(turns, i), at(turns, i + 1), variance, draws.uniform())),
  );
  if (span.trades > 0) {
    highs[busiest(highs, trades, (a, b) => a > b)] = span.high;
    lows[busiest(lows, trades, (a, b) => a < b)] = span.low;
  }
  return variances.map((variance, i) => ({
    startS: span.startS + i * seconds,
    level: span.level + 1,
    open: at(turns, i),
    high: at(highs, i),
    low: at(lows, i),
    close: at(turns, i + 1),
    variance,
    lots: at(trades, i) + at(extraLots, i),
    trades: at(trades, i),
  }));
}

/** Returns where the children begin and end: a Brownian bridge from open to close, kept within the span's extremes. */
function turningPoints(span: Span, variances: readonly number[], draws: Draws): number[] {
  const lastMoving = variances.findLastIndex((variance) => variance > 0);
  const points = [span.open];
  let remaining = span.variance;
  let current = span.open;
  for (const [index, variance] of variances.entries()) {
    if (index >= lastMoving) {
      current = span.close;
    } else if (variance > 0) {
      const expected = current + ((span.close - current) * variance) / remaining;
      const deviation = Math.sqrt((variance * (remaining - variance)) / remaining);
      current = Math.min(span.high, Math.max(span.low, expected + deviation * draws.normal()));
      remaining -= variance;
    }
    points.push(current);
  }
  return points;
}

/** Returns the child with the best value among those that traded. */
function busiest(
  values: readonly number[],
  trades: readonly number[],
  better: (a: number, b: number) => boolean,
): number {
  let best = -1;
  for (let i = 0; i < values.length; i += 1) {
    if (at(trades, i) > 0 && (best < 0 || better(at(values, i), at(values, best)))) best = i;
  }
  return best;
}

function masked(weights: readonly number[], trades: readonly number[]): number[] {
  return weights.map((weight, i) => (at(trades, i) > 0 ? weight : 0));
}

function sharesOf(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => (sum === 0 ? 0 : (total * weight) / sum));
}

/** Returns whole numbers in proportion to the weights, with the exact sum `total`. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  let weightSoFar = 0;
  let handedOut = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const until = Math.round((total * weightSoFar) / sum);
    const part = until - handedOut;
    handedOut = until;
    return part;
  });
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
