import { type Interval, subtract } from './intervals.js';
import type { Row } from './tables.js';

/**
 * Where rows come from: `venue`, the venue itself; `recorded`, a sandbox venue that replays a real one's rows; `simulated`, a sandbox venue
 * that generated them; `imported`, a user's file; `unknown`, stored before sources were kept.
 */
export const rowSources = ['venue', 'recorded', 'simulated', 'imported', 'unknown'] as const;
/** The source of a row. */
export type RowSource = (typeof rowSources)[number];

/** From the least certain to the venue itself. */
const BY_CERTAINTY: readonly RowSource[] = ['simulated', 'unknown', 'imported', 'recorded', 'venue'];

/** Returns the source of something made of rows of both sources: the less certain of them. */
export function leastCertain(left: RowSource, right: RowSource): RowSource {
  return BY_CERTAINTY.indexOf(left) <= BY_CERTAINTY.indexOf(right) ? left : right;
}

/** All rows of a table in a stretch of time come from one source. */
export interface SourceRange extends Interval {
  readonly source: RowSource;
}

/** Returns the ascending ranges after rows of other sources were stored in ascending stretches of time. */
export function painted(ranges: readonly SourceRange[], stretches: readonly SourceRange[]): SourceRange[] {
  const all = [...subtract(ranges, stretches), ...stretches];
  return joined(all.sort((left, right) => left.fromMs - right.fromMs));
}

/** Returns the ascending ranges after the rows of ascending stretches of time were removed. */
export function erased(ranges: readonly SourceRange[], stretches: readonly Interval[]): SourceRange[] {
  return joined(subtract(ranges, stretches));
}

/** Returns each source that occurs, once. */
export function sourcesOf(ranges: readonly SourceRange[]): RowSource[] {
  return rowSources.filter((source) => ranges.some((range) => range.source === source));
}

/** Returns the ranges in which ascending rows lie. */
export function rangesOf(rows: readonly Row[], ranges: readonly SourceRange[]): SourceRange[] {
  const found = new Set<SourceRange>();
  let next = 0;
  for (const [timeMs] of rows) {
    while ((ranges[next]?.toMs ?? Number.POSITIVE_INFINITY) <= timeMs) next += 1;
    const range = ranges[next];
    if (range !== undefined && range.fromMs <= timeMs) found.add(range);
  }
  return [...found];
}

/** Returns the stretches of ascending rows in which every row is one of the wanted ones. */
export function stretchesOf(rows: readonly Row[], isLookedFor: (row: Row) => boolean, intervalMs: number): Interval[] {
  const found: { fromMs: number; toMs: number }[] = [];
  let open: { fromMs: number; toMs: number } | undefined;
  for (const row of rows) {
    const endMs = row[0] + intervalMs;
    if (!isLookedFor(row)) open = undefined;
    else if (open !== undefined) open.toMs = endMs;
    else {
      open = { fromMs: row[0], toMs: endMs };
      found.push(open);
    }
  }
  return found;
}

/** Merges neighbours of one source: no rows of another lie between them. */
function joined(ranges: readonly SourceRange[]): SourceRange[] {
  const found: SourceRange[] = [];
  for (const range of ranges) {
    const last = found.at(-1);
    if (last?.source === range.source) found[found.length - 1] = { ...last, toMs: range.toMs };
    else found.push(range);
  }
  return found;
}
