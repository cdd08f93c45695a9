import type { Clock } from '@platform/clock';
import { divided, type Interval, united } from '../datasets/intervals.js';
import type { HeldTable, TableStore } from '../datasets/table-store.js';
import { finalEndMs, tableKinds } from '../datasets/tables.js';
import { readVenueRows } from '../history/venue-tail.js';
import type { Instrument, MarketDataVenue } from '../venues/venue.js';

/** Rows that are read before they are committed: a kill loses at most these. */
const COMMIT_ROWS = 5_000;

interface Parts {
  readonly venue: MarketDataVenue;
  readonly tables: TableStore;
  readonly clock: Clock;
}

/**
 * Stores the final rows that a table lacks at its end, as far back as the venue serves them, and those that were removed from it.
 * What the venue no longer serves stays stored; what it never gave stays a gap. A table that an earlier version left in pieces
 * is joined first. Gives how many objects hold its rows then.
 */
export async function collectTable(held: HeldTable, instrument: Instrument, parts: Parts): Promise<number> {
  const { venue, tables, clock } = parts;
  const { intervalMs } = tableKinds[held.record.table];
  const endMs = finalEndMs(tableKinds[held.record.table], clock.nowMs());
  let now = { ...held, record: { ...held.record, ...(await tables.compact(held)) } };
  for (const { fromMs, toMs } of windowsOf(now.record.refill, COMMIT_ROWS * intervalMs))
    now = await collect(now, instrument, { fromMs, toMs: Math.min(toMs, endMs) }, now.record.refill, parts);
  // What was imported before the first collection says nothing about what the venue has.
  const lastMs = held.record.collectedAt === null ? undefined : now.record.segments.at(-1)?.toMs;
  const missing = { fromMs: lastMs === undefined ? firstMsOf(held, venue, clock) : lastMs + intervalMs, toMs: endMs };
  now = await collect(now, instrument, missing, [missing], parts);
  await tables.sweep(now);
  return now.record.segments.length;
}

/** Where the collection of a table begins. */
function firstMsOf({ record: { table } }: HeldTable, { tables, launchedAtMs }: MarketDataVenue, clock: Clock): number {
  const lookbackMs = tables.find(({ name }) => name === table)?.lookbackMs;
  return lookbackMs === undefined ? launchedAtMs : Math.max(launchedAtMs, clock.nowMs() - lookbackMs);
}

/** Stores the venue's rows of a window that lie in the wanted stretches; gives the table as it is then. */
async function collect(
  held: HeldTable,
  { coin }: Instrument,
  window: Interval,
  wanted: readonly Interval[],
  { venue, tables }: Parts,
): Promise<HeldTable> {
  const kind = tableKinds[held.record.table];
  let now = held;
  let { fromMs } = window;
  for (;;) {
    const page = await readVenueRows(venue, coin, kind, { ...window, fromMs, count: COMMIT_ROWS }, 'background');
    const last = page.at(-1)?.rows.at(-1);
    if (last === undefined) return now;
    for (const { source, rows } of page) {
      const contents = await tables.extend(now, divided(rows, wanted).inside, source);
      now = { ...now, record: { ...now.record, ...contents } };
    }
    fromMs = last[0] + kind.intervalMs;
  }
}

/** Stretches that are so near one another that one request brings them both are one window. */
function windowsOf(stretches: readonly Interval[], nearMs: number): Interval[] {
  const widened = united(stretches.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + nearMs })));
  return widened.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs - nearMs }));
}
