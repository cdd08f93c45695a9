import { divided, type Row, tableKinds } from '@platform/venues/market-data';
import type { TableRecord } from './catalogue.js';
import { gapsBetween, gapsOf, type Segment } from './segments.js';
import type { TableStore } from './table-store.js';

/** The audited table: of the store, or of a release. */
export type AuditedTable = Pick<TableRecord, 'table' | 'segments' | 'sources'>;

/** The result of reading every object of a table. */
export interface TableAudit {
  readonly gaps: number;
  /** Objects that are missing, corrupted or not what the catalogue says. */
  readonly problems: readonly string[];
  /** The rows of the readable objects. */
  readonly rows: readonly Row[];
}

/** Reads every object of a table and checks digest, order, interval, sources and the catalogue's figures. */
export async function auditTable(record: AuditedTable, tables: TableStore): Promise<TableAudit> {
  const { intervalMs } = tableKinds[record.table];
  const problems: string[] = [];
  const rows: Row[][] = [];
  for (const [index, segment] of record.segments.entries()) {
    const previous = record.segments[index - 1];
    if (previous !== undefined && segment.fromMs <= previous.toMs)
      problems.push(`${segment.key}: overlaps the one before`);
    const read = await readSegment(record, segment, tables);
    const problem = typeof read === 'string' ? read : rowsProblem(read, segment, intervalMs);
    if (problem !== undefined) problems.push(`${segment.key}: ${problem}`);
    if (typeof read !== 'string') rows.push(read);
  }
  const all = rows.flat();
  const sourceless = divided(all, record.sources).outside.length;
  if (sourceless > 0) problems.push(`${sourceless} rows have no source`);
  return { gaps: gapsOf(record.segments, intervalMs).length, problems, rows: all };
}

/** Returns the rows of a segment, or why they can't be read. */
async function readSegment(record: AuditedTable, segment: Segment, tables: TableStore): Promise<Row[] | string> {
  const range = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY, limit: segment.rows + 1 };
  return tables.read({ ...record, segments: [segment] }, range).catch((error: unknown) => {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  });
}

function rowsProblem(rows: readonly Row[], segment: Segment, intervalMs: number): string | undefined {
  if (rows.length !== segment.rows) return `holds ${rows.length} rows instead of ${segment.rows}`;
  if (rows.at(0)?.[0] !== segment.fromMs || rows.at(-1)?.[0] !== segment.toMs) return 'does not cover what it should';
  if (rows.some(([timeMs]) => timeMs % intervalMs !== 0)) return 'has rows off the interval';
  if (rows.some(([timeMs], index) => index > 0 && timeMs <= (rows[index - 1]?.[0] ?? timeMs))) return 'repeats a time';
  const gaps = gapsBetween(rows, intervalMs).length;
  return gaps === segment.gaps.length ? undefined : `has ${gaps} gaps instead of ${segment.gaps.length}`;
}
