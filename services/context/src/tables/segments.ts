import type { Row } from '@platform/venues/market-data';

/** Missing rows: from the first missing time to the first present one. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One immutable object of a table. Segments of a table ascend and never overlap. */
export interface Segment {
  readonly key: string;
  readonly sha256: string;
  /** First and last row's time. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly rows: number;
  /** Gaps between its own rows. */
  readonly gaps: readonly Gap[];
}

/** The part of a segment that reading rows needs. */
export type SegmentPlace = Omit<Segment, 'gaps'>;

/** Rows of a full segment. */
export const SEGMENT_ROWS_MAX = 20_000;

/** Returns the gaps between rows whose times are multiples of an interval. */
export function gapsBetween(rows: readonly Row[], intervalMs: number): Gap[] {
  return rows.flatMap(([timeMs], index) => {
    const expectedMs = index === 0 ? timeMs : (rows[index - 1]?.[0] ?? timeMs) + intervalMs;
    return timeMs > expectedMs ? [{ fromMs: expectedMs, toMs: timeMs }] : [];
  });
}

/** Returns all gaps of a table: those inside its segments and those between them. */
export function gapsOf(segments: readonly Segment[], intervalMs: number): Gap[] {
  return segments.flatMap((segment, index) => {
    const expectedMs = index === 0 ? segment.fromMs : (segments[index - 1]?.toMs ?? segment.fromMs) + intervalMs;
    const before = segment.fromMs > expectedMs ? [{ fromMs: expectedMs, toMs: segment.fromMs }] : [];
    return [...before, ...segment.gaps];
  });
}

/** New rows that belong to one segment; without a segment they come before all. */
export interface SegmentAddition {
  readonly segment: Segment | undefined;
  readonly rows: readonly Row[];
}

/** Sorts new rows to the segments that they extend or fill: each to the last one that starts at or before it. */
export function additionsOf(segments: readonly Segment[], rows: readonly Row[]): SegmentAddition[] {
  const starts: (Segment | undefined)[] = [undefined, ...segments];
  return starts.flatMap((segment, index) => {
    const fromMs = segment?.fromMs ?? Number.NEGATIVE_INFINITY;
    const untilMs = starts[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const belonging = rows.filter(([timeMs]) => timeMs >= fromMs && timeMs < untilMs);
    return belonging.length === 0 ? [] : [{ segment, rows: belonging }];
  });
}

/** Returns the stored rows with the new ones that are not stored yet, ascending; a stored row always wins. */
export function merge(stored: readonly Row[], added: readonly Row[]): Row[] {
  const present = new Set(stored.map(([timeMs]) => timeMs));
  return [...stored, ...added.filter(([timeMs]) => !present.has(timeMs))].sort(([left], [right]) => left - right);
}

/** A piece of a table: a stored object, or rows to be stored. */
export type Piece = Segment | { readonly key: undefined; readonly rows: readonly Row[] };

/**
 * Returns the pieces of a table, ascending, as the objects that they become: **neighbours whose rows fit into one object are one**. So a
 * table has at most one more than twice as many objects as full ones would make, in whatever order its rows arrived. Where the rule held
 * before, a change joins what it touches with one neighbour on each side and leaves the others alone.
 */
export function compacted(pieces: readonly Piece[]): (readonly Piece[])[] {
  const objects: { rows: number; pieces: Piece[] }[] = [];
  for (const piece of pieces.flatMap(fitting)) {
    const last = objects.at(-1);
    const rows = countOf(piece);
    if (last !== undefined && last.rows + rows <= SEGMENT_ROWS_MAX) {
      last.rows += rows;
      last.pieces.push(piece);
    } else objects.push({ rows, pieces: [piece] });
  }
  return objects.map((object) => object.pieces);
}

/** Splits rows to be stored into pieces that each fit into an object. */
function fitting(piece: Piece): Piece[] {
  return piece.key === undefined ? chunk(piece.rows).map((rows) => ({ key: undefined, rows })) : [piece];
}

function countOf(piece: Piece): number {
  return piece.key === undefined ? piece.rows.length : piece.rows;
}

/** Splits rows into pieces of a segment's size. */
function chunk(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / SEGMENT_ROWS_MAX);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * SEGMENT_ROWS_MAX, (index + 1) * SEGMENT_ROWS_MAX),
  );
}

/** Returns the segments that hold the first `count` rows of a window; enough of them, seldom more. */
export function segmentsOf(
  segments: readonly SegmentPlace[],
  fromMs: number,
  toMs: number,
  count: number,
): SegmentPlace[] {
  const overlapping = segments.filter((segment) => segment.toMs >= fromMs && segment.fromMs < toMs);
  let sure = 0;
  const last = overlapping.findIndex((segment) => {
    if (segment.fromMs >= fromMs) sure += segment.rows;
    return sure >= count;
  });
  return last === -1 ? overlapping : overlapping.slice(0, last + 1);
}

/** Returns the number of rows in a table. */
export function rowsOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}
