import type { Row, RowSource, SourceRange } from '@platform/venues/market-data';

/** Ascending rows of one source. Parts follow one another in time. */
export interface Part<Source extends RowSource = RowSource> {
  readonly source: Source;
  readonly rows: readonly Row[];
}

/** Splits ascending rows by the source ranges that they lie in; the source of a row in none of them is unknown. */
export function partsOf(rows: readonly Row[], ranges: readonly SourceRange[]): Part[] {
  const found: { source: RowSource; rows: Row[] }[] = [];
  let next = 0;
  for (const row of rows) {
    while ((ranges[next]?.toMs ?? Number.POSITIVE_INFINITY) <= row[0]) next += 1;
    const range = ranges[next];
    add(found, range !== undefined && range.fromMs <= row[0] ? range.source : 'unknown', row);
  }
  return found;
}

/** Appends a row: to the last part where it is of the same source. */
export function add(parts: { source: RowSource; rows: Row[] }[], source: RowSource, row: Row): void {
  const last = parts.at(-1);
  if (last?.source === source) last.rows.push(row);
  else parts.push({ source, rows: [row] });
}

/** Returns the parts of rows in a window of time. */
export function between(parts: readonly Part[], fromMs: number, toMs: number): Part[] {
  return whole(
    parts.map(({ source, rows }) => ({ source, rows: rows.filter(([timeMs]) => timeMs >= fromMs && timeMs < toMs) })),
  );
}

/** Returns the first rows, or with a negative count the last ones. */
export function some(parts: readonly Part[], count: number): Part[] {
  let left = Math.abs(count);
  const taken = (count < 0 ? parts.toReversed() : parts).map(({ source, rows }) => {
    const part = { source, rows: count < 0 ? rows.slice(Math.max(0, rows.length - left)) : rows.slice(0, left) };
    left -= part.rows.length;
    return part;
  });
  return whole(count < 0 ? taken.reverse() : taken);
}

/** Returns the rows of all sources. */
export function rowsOf(parts: readonly Part[]): Row[] {
  return parts.flatMap(({ rows }) => rows);
}

/** Returns the number of rows. */
export function countOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Removes empty parts and merges neighbours of one source. */
export function whole<Source extends RowSource>(parts: readonly Part<Source>[]): Part<Source>[] {
  const runs: { source: Source; pieces: (readonly Row[])[] }[] = [];
  for (const { source, rows } of parts) {
    const last = runs.at(-1);
    if (rows.length === 0) continue;
    if (last?.source === source) last.pieces.push(rows);
    else runs.push({ source, pieces: [rows] });
  }
  return runs.map(({ source, pieces }) => ({ source, rows: pieces.flat() }));
}
