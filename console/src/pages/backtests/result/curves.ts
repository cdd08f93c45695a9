import type { Point } from '../../../parts/chart/series.js';

/** Equity over time, as columns. */
export interface Curve {
  readonly t: readonly string[];
  readonly equity: readonly number[];
}

/** The points of a curve; of two at one second the later one counts, since a chart has one. */
export function pointsOf({ t, equity }: Curve): Point[] {
  const points = new Map<number, number>();
  for (const [at, time] of t.entries()) {
    const value = equity[at];
    if (value !== undefined) points.set(Math.floor(Date.parse(time) / 1_000), value);
  }
  return [...points].map(([second, value]) => ({ atMs: second * 1_000, value }));
}

/** How far below its latest peak a curve is, in percent: 0 at a peak, negative below. */
export function drawdownOf(points: readonly Point[]): Point[] {
  let peak = Number.NEGATIVE_INFINITY;
  return points.map(({ atMs, value }) => {
    peak = Math.max(peak, value);
    return { atMs, value: peak > 0 ? (value / peak - 1) * 100 : 0 };
  });
}

/** A curve as its gain since its first point, in percent, so that curves of other balances compare. */
export function gainOf(points: readonly Point[]): Point[] {
  const first = points[0]?.value;
  if (first === undefined || first === 0) return [];
  return points.map(({ atMs, value }) => ({ atMs, value: (value / first - 1) * 100 }));
}

/** A curve in words. */
export function describe(points: readonly Point[]): string {
  const first = points.at(0);
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 'It has no points.';
  const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
  const values = points.map(({ value }) => value);
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  return (
    `From ${first.value.toFixed(2)} on ${day(first.atMs)} to ${last.value.toFixed(2)} on ${day(last.atMs)}; ` +
    `lowest ${low.toFixed(2)}, highest ${high.toFixed(2)}.`
  );
}
