import { BollingerBands } from 'trading-signals';

const PERIOD = 20;
const DEVIATIONS = 2;

/** Bands around the mean of the last 20 closes: two population standard deviations to either side. */
export interface Bands {
  readonly middle: number;
  readonly upper: number;
  readonly lower: number;
}

/**
 * The bands at each close from the 20th on, as TA-Lib's `BBANDS(20, 2, 2)` returns them. TA-Lib computes the deviation by sums of squares,
 * which loses digits where prices hardly move; this computes it by differences from the mean, which does not. Source: Bollinger on
 * Bollinger Bands (2001).
 */
export function bollingerBands(closes: readonly number[]): Bands[] {
  const bands = new BollingerBands(PERIOD, DEVIATIONS);
  return closes.flatMap((close) => bands.update(close, false) ?? []);
}

/** Returns the distance of the bands as a share of their middle. */
export function widthOf({ upper, lower, middle }: Bands): number {
  return (upper - lower) / middle;
}

/** Widths that differ by less than a hundredth of a basis point are equal. */
const SAME_WIDTH = 1e-6;

/**
 * Returns the percentile of the last width among all of them, 0 to 100: the share of those below it, and half of those equal to it, itself
 * among them. Undefined without widths.
 */
export function widthPercentile(widths: readonly number[]): number | undefined {
  const steps = widths.map((width) => Math.round(width / SAME_WIDTH));
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const below = steps.filter((step) => step < last).length;
  const equal = steps.filter((step) => step === last).length;
  return (100 * (below + equal / 2)) / steps.length;
}
