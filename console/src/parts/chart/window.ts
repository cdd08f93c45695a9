import type { Mark, Series } from './series.js';

/** Bars on each side of what is seen, at the least. */
const SIDE_BARS_MIN = 1_000;

/** What has a time. Ascending in time wherever there are several. */
export interface Timed {
  readonly atMs: number;
}

/** A range of bars, counted from the first; what is seen may begin before it and end between two. */
export interface Bars {
  readonly from: number;
  readonly to: number;
}

/**
 * The bars that a chart holds: those that are seen, and as many on each side. A chart that held all of 100,000 would stop the page for
 * a moment with each page of older ones.
 */
export function windowAround(seen: Bars, bars: number): Bars {
  const side = sideOf(seen);
  const from = Math.min(Math.max(Math.floor(seen.from) - side, 0), bars);
  return { from, to: Math.min(Math.max(Math.ceil(seen.to) + side, from), bars) };
}

/** Whether so little is left on a side of what is seen that a window around it is due. */
export function isNearEnd(seen: Bars, { from, to }: Bars, bars: number): boolean {
  const near = sideOf(seen) / 2;
  return (from > 0 && seen.from - from < near) || (to < bars && to - seen.to < near);
}

const sideOf = ({ from, to }: Bars) => Math.max(SIDE_BARS_MIN, Math.ceil(to - from));

/** The points whose times count as bars: the most. The other series have points at the same times, or few. */
export function barsOf(series: readonly Series[]): readonly Timed[] {
  return series.reduce<readonly Timed[]>((most, { points }) => (points.length > most.length ? points : most), []);
}

/** How many points come before an instant. */
export function countBefore(points: readonly Timed[], atMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.atMs ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Bars that are as many further to the right. */
export function movedBy({ from, to }: Bars, bars: number): Bars {
  return { from: from + bars, to: to + bars };
}

/** How many bars came before and after the former ones; undefined if they are not among them, or were none. */
export function growthOf(
  former: readonly Timed[],
  bars: readonly Timed[],
): { readonly before: number; readonly after: number } | undefined {
  const first = former[0]?.atMs;
  if (first === undefined) return undefined;
  const before = countBefore(bars, first);
  return bars[before]?.atMs === first ? { before, after: bars.length - before - former.length } : undefined;
}

/** The part of a series from an instant to before another one. */
export function partOf(series: Series, fromMs: number, toMs: number): Series {
  const from = countBefore(series.points, fromMs);
  const to = countBefore(series.points, toMs);
  if (series.kind !== 'candles') return { ...series, points: series.points.slice(from, to) };
  const points = series.points.slice(from, to);
  const marks = series.marks.slice(countBefore(series.marks, fromMs), countBefore(series.marks, toMs));
  return { ...series, points, marks: marks.flatMap((mark) => atItsCandle(mark, points)) };
}

/** A mark at the last candle that opened when it happened or before; none if there is no such candle. */
function atItsCandle(mark: Mark, candles: readonly Timed[]): Mark[] {
  const candle = candles[countBefore(candles, mark.atMs + 1) - 1];
  return candle === undefined ? [] : [{ ...mark, atMs: candle.atMs }];
}
