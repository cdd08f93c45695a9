import type { TableRecord } from '../datasets/catalogue.js';
import { gapsBetween, gapsOf, type Segment } from '../datasets/segments.js';
import { type Row, tableKinds } from '../datasets/tables.js';
import type { Stores } from '../stores.js';

/** What reading every object of a table showed. */
export interface TableAudit {
  readonly record: TableRecord;
  readonly gaps: number;
  /** Objects that are missing, corrupted or not what the catalogue says. */
  readonly problems: readonly string[];
}

/** Reads every object of a table: digest, order, interval and the catalogue's figures. */
export async function auditTable(record: TableRecord, stores: Stores): Promise<TableAudit> {
  const { intervalMs } = tableKinds[record.table];
  const problems: string[] = [];
  for (const [index, segment] of record.segments.entries()) {
    const previous = record.segments[index - 1];
    if (previous !== undefined && segment.fromMs <= previous.toMs)
      problems.push(`${segment.key}: overlaps the one before`);
    const problem = await segmentProblem(record, segment, stores);
    if (problem !== undefined) problems.push(`${segment.key}: ${problem}`);
  }
  return { record, gaps: gapsOf(record.segments, intervalMs).length, problems };
}

async function segmentProblem(record: TableRecord, segment: Segment, { tables }: Stores): Promise<string | undefined> {
  const range = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY, limit: segment.rows + 1 };
  try {
    const rows = await tables.read({ ...record, segments: [segment] }, range);
    return rowsProblem(rows, segment, tableKinds[record.table].intervalMs);
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  }
}

function rowsProblem(rows: readonly Row[], segment: Segment, intervalMs: number): string | undefined {
  if (rows.length !== segment.rows) return `holds ${rows.length} rows instead of ${segment.rows}`;
  if (rows.at(0)?.[0] !== segment.fromMs || rows.at(-1)?.[0] !== segment.toMs) return 'does not cover what it should';
  if (rows.some(([timeMs]) => timeMs % intervalMs !== 0)) return 'has rows off the interval';
  if (rows.some(([timeMs], index) => index > 0 && timeMs <= (rows[index - 1]?.[0] ?? timeMs))) return 'repeats a time';
  const gaps = gapsBetween(rows, intervalMs).length;
  return gaps === segment.gaps.length ? undefined : `has ${gaps} gaps instead of ${segment.gaps.length}`;
}
