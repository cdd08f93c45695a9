import type { Row } from './tables.js';

/** A stretch of time. */
export interface Interval {
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

/** Returns what remains of ascending intervals without other ascending ones; an interval that is cut in two keeps its other fields. */
export function subtract<Part extends Interval>(intervals: readonly Part[], removed: readonly Interval[]): Part[] {
  const remaining: Part[] = [];
  let next = 0;
  for (const interval of intervals) {
    while ((removed[next]?.toMs ?? Number.POSITIVE_INFINITY) <= interval.fromMs) next += 1;
    let fromMs = interval.fromMs;
    for (let index = next; fromMs < interval.toMs; index += 1) {
      const cut = removed[index];
      const endMs = Math.min(cut?.fromMs ?? interval.toMs, interval.toMs);
      if (endMs > fromMs) remaining.push({ ...interval, fromMs, toMs: endMs });
      fromMs = Math.max(fromMs, cut?.toMs ?? interval.toMs);
    }
  }
  return remaining;
}

/** Returns the intervals in ascending order, merging those that touch or overlap. */
export function united(intervals: readonly Interval[]): Interval[] {
  const found: Interval[] = [];
  for (const { fromMs, toMs } of [...intervals].sort((left, right) => left.fromMs - right.fromMs)) {
    const last = found.at(-1);
    if (last === undefined || last.toMs < fromMs) found.push({ fromMs, toMs });
    else found[found.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, toMs) };
  }
  return found;
}

/** Splits ascending rows into those in ascending intervals and the others. */
export function divided(
  rows: readonly Row[],
  intervals: readonly Interval[],
): { inside: readonly Row[]; outside: readonly Row[] } {
  const inside: Row[] = [];
  const outside: Row[] = [];
  let next = 0;
  for (const row of rows) {
    while ((intervals[next]?.toMs ?? Number.POSITIVE_INFINITY) <= row[0]) next += 1;
    const isInside = (intervals[next]?.fromMs ?? Number.POSITIVE_INFINITY) <= row[0];
    (isInside ? inside : outside).push(row);
  }
  return { inside, outside };
}
