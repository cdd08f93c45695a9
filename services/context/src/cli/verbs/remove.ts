import type { Report } from '@platform/kit/provisioning';
import type { TableName } from '@platform/venues/market-data';
import { type Interval, subtract } from '@platform/venues/market-data';
import type { Stores } from '../../stores.js';
import type { TableRecord } from '../../tables/catalogue.js';
import { rowsOf } from '../../tables/segments.js';
import { holdForCommand } from '../hold-table.js';
import { progressBar } from '../progress-bar.js';

/** Which rows to remove. */
export interface Removal {
  readonly venue: string | undefined;
  readonly symbol: string | undefined;
  readonly table: TableName | undefined;
  /** Only imported rows; else rows of every source. */
  readonly imported: boolean;
  /** The time of the rows: from the first, inclusive, to the second, exclusive. */
  readonly range: Interval;
}

/** The rows removed from a table. */
export interface RemovedRows {
  readonly record: TableRecord;
  readonly removed: number;
}

/**
 * Removes rows, table by table; each as a whole or not at all. What the venue still serves of that time is soon collected again. Returns
 * the tables that lost rows.
 */
export async function removeRows(
  removal: Removal,
  stores: Stores,
  owner: string,
  report: Report = () => {},
): Promise<RemovedRows[]> {
  const { venue, symbol, table } = removal;
  const filter = { ...(venue === undefined ? {} : { venue }), ...(symbol === undefined ? {} : { symbol }) };
  const found = (await stores.catalogue.stored(filter)).filter((record) => (table ?? record.table) === record.table);
  const results: RemovedRows[] = [];
  for (const [done, record] of found.entries()) {
    report(progressBar(done, found.length, `${record.symbol} ${record.table}`));
    const removed = await holdForCommand(record, stores, owner, async (held) => {
      const contents = await stores.tables.remove(held, stretchesOf(held.record, removal));
      const count = rowsOf(held.record.segments) - rowsOf(contents.segments);
      if (count > 0) await stores.catalogue.hasten(record._id, held.lease);
      return count;
    });
    if (removed > 0) results.push({ record, removed });
  }
  return results;
}

function stretchesOf({ sources }: TableRecord, { imported, range }: Removal): Interval[] {
  const all = imported ? sources.filter(({ source }) => source === 'imported') : [range];
  return subtract(all, [
    { fromMs: Number.NEGATIVE_INFINITY, toMs: range.fromMs },
    { fromMs: range.toMs, toMs: Number.POSITIVE_INFINITY },
  ]).map(({ fromMs, toMs }) => ({ fromMs, toMs }));
}
