import { sourcesOf, tableKinds } from '@platform/venues/market-data';
import type { TableRecord } from '../tables/catalogue.js';
import type { QuarantinedRow } from '../tables/quarantine.js';
import { gapsOf, rowsOf } from '../tables/segments.js';

const RANGES_SHOWN_MAX = 4;

/** Describes a table in one line: what is stored, and where it comes from. */
export function summaryOf(record: TableRecord): string {
  const { venue, symbol, table, segments } = record;
  const gaps = gapsOf(segments, tableKinds[table].intervalMs).length;
  const range = `${instant(segments.at(0)?.fromMs)} to ${instant(segments.at(-1)?.toMs)}`;
  const counts = `${rowsOf(segments)} rows  ${segments.length} objects  ${gaps} gaps`;
  return `${venue}  ${symbol}  ${table}  ${range}  ${counts}  ${sourceWords(record)}`;
}

/** Describes a row that was not stored in one line: its time and what is wrong with it. */
export function quarantinedLine({ timeMs, reason, seenAt }: QuarantinedRow): string {
  return `quarantined ${instant(timeMs ?? undefined)}  ${reason}  (seen ${seenAt.toISOString()})`;
}

/** Describes the source of rows; with several sources, which rows come from which. */
function sourceWords({ sources, table }: TableRecord): string {
  const all = sourcesOf(sources);
  if (all.length <= 1) return all.join('');
  const { intervalMs } = tableKinds[table];
  const ranges = sources
    .slice(0, RANGES_SHOWN_MAX)
    .map(({ source, fromMs, toMs }) => `${source} ${instant(fromMs)} to ${instant(toMs - intervalMs)}`);
  const more = sources.length - ranges.length;
  return `mixed ${all.join('+')}: ${ranges.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function instant(timeMs: number | undefined): string {
  return timeMs === undefined ? '-' : new Date(timeMs).toISOString();
}
