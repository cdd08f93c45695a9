import type { Clock } from '@platform/clock';
import type { HeldTable, TableStore } from '../datasets/table-store.js';
import { finalEndMs, type Row, tableKinds } from '../datasets/tables.js';
import { readVenueRows } from '../history/venue-tail.js';
import type { Instrument, MarketDataVenue } from '../venues/venue.js';

/** Rows that are read before they are committed: a kill loses at most these. */
const COMMIT_ROWS = 5_000;

/**
 * Stores the final rows that a table lacks at its end, as far back as the venue serves them. What the venue no longer serves
 * stays stored; what it never gave stays a gap.
 */
export async function collectTable(
  held: HeldTable,
  { coin }: Instrument,
  { venue, tables, clock }: { venue: MarketDataVenue; tables: TableStore; clock: Clock },
): Promise<void> {
  const kind = tableKinds[held.record.table];
  const toMs = finalEndMs(kind, clock.nowMs());
  let { segments } = held.record;
  for (;;) {
    const lastMs = segments.at(-1)?.toMs;
    const fromMs = lastMs === undefined ? venue.launchedAtMs : lastMs + kind.intervalMs;
    const window = { fromMs, toMs, count: COMMIT_ROWS };
    const rows: Row[] = await readVenueRows(venue, coin, kind, window, 'background');
    if (rows.length === 0) break;
    segments = await tables.extend({ record: { ...held.record, segments }, lease: held.lease }, rows);
  }
  await tables.sweep({ record: { ...held.record, segments }, lease: held.lease });
}
