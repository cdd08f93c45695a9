import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Instrument, MalformedRow, MarketDataVenue } from '@platform/venues/market-data';
import {
  divided,
  finalEndMs,
  type Interval,
  tableKinds,
  united,
  VenueUnreadableError,
} from '@platform/venues/market-data';
import { readVenueRows } from '../history/venue-tail.js';
import { intervalOf, type Quarantine } from '../tables/quarantine.js';
import type { HeldTable, TableStore } from '../tables/table-store.js';

/** Rows read per commit: a kill loses at most these. */
const COMMIT_ROWS = 5_000;

interface Parts {
  readonly venue: MarketDataVenue;
  readonly tables: TableStore;
  readonly quarantine: Quarantine;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Stores the final rows that a table lacks at its end, as far back as the venue serves them, and those that were removed from it. Rows that
 * the venue no longer serves stay stored; rows that it never sent stay a gap, and so does a malformed row, which is quarantined. A table that an
 * earlier version left fragmented is joined first. Returns how many objects hold its rows then.
 */
export async function collectTable(held: HeldTable, instrument: Instrument, parts: Parts): Promise<number> {
  const { venue, tables, clock } = parts;
  const { intervalMs } = tableKinds[held.record.table];
  const endMs = finalEndMs(tableKinds[held.record.table], clock.nowMs());
  let now = { ...held, record: { ...held.record, ...(await tables.compact(held)) } };
  for (const { fromMs, toMs } of windowsOf(now.record.refill, COMMIT_ROWS * intervalMs))
    now = await collect(now, instrument, { fromMs, toMs: Math.min(toMs, endMs) }, now.record.refill, parts);
  // Rows imported before the first collection say nothing about the venue's rows.
  const lastMs = held.record.collectedAt === null ? undefined : now.record.segments.at(-1)?.toMs;
  const missing = { fromMs: lastMs === undefined ? firstMsOf(held, venue, clock) : lastMs + intervalMs, toMs: endMs };
  now = await collect(now, instrument, missing, [missing], parts);
  now = await mend(now, instrument, parts);
  await tables.sweep(now);
  return now.record.segments.length;
}

/**
 * Asks again for quarantined rows, with the row on either side of each: where these come, an answer is none of another format. An answer that
 * can't be read leaves them quarantined, and the table as collected as it is.
 */
async function mend(held: HeldTable, instrument: Instrument, parts: Parts): Promise<HeldTable> {
  const { quarantine, logger, clock } = parts;
  const kind = tableKinds[held.record.table];
  const { intervalMs } = kind;
  const endMs = finalEndMs(kind, clock.nowMs());
  const due = await quarantine.takeDue(held.record._id);
  const places = united(due.map((timeMs) => intervalOf(timeMs, intervalMs)));
  let now = held;
  for (const { fromMs, toMs } of windowsOf(places, COMMIT_ROWS * intervalMs)) {
    const window = { fromMs: Math.max(0, fromMs - intervalMs), toMs: Math.min(toMs + intervalMs, endMs) };
    try {
      now = await collect(now, instrument, window, places, parts);
    } catch (error) {
      if (!(error instanceof VenueUnreadableError)) throw error;
      logger.warn({ err: error, table: held.record._id }, 'malformed rows could not be asked for again');
    }
  }
  return now;
}

/** Returns where the collection of a table begins. */
function firstMsOf({ record: { table } }: HeldTable, { tables, launchedAtMs }: MarketDataVenue, clock: Clock): number {
  const lookbackMs = tables.find(({ name }) => name === table)?.lookbackMs;
  return lookbackMs === undefined ? launchedAtMs : Math.max(launchedAtMs, clock.nowMs() - lookbackMs);
}

/** Stores the venue's rows of a window that lie in the wanted stretches; returns the table afterwards. */
async function collect(
  held: HeldTable,
  { coin }: Instrument,
  window: Interval,
  wanted: readonly Interval[],
  parts: Parts,
): Promise<HeldTable> {
  const { venue, tables } = parts;
  const kind = tableKinds[held.record.table];
  let now = held;
  let { fromMs } = window;
  for (;;) {
    const malformed: MalformedRow[] = [];
    // Beside what is wanted everything is stored already, whatever the venue says of it now.
    const isWanted = ({ timeMs }: MalformedRow) =>
      timeMs === undefined || wanted.some((stretch) => timeMs >= stretch.fromMs && timeMs < stretch.toMs);
    const onMalformed = (found: readonly MalformedRow[]) => void malformed.push(...found.filter(isWanted));
    const page = await readVenueRows(
      venue,
      coin,
      kind,
      { ...window, fromMs, count: COMMIT_ROWS },
      'background',
      onMalformed,
    );
    const last = page.at(-1)?.rows.at(-1);
    await quarantined(now, malformed, stretchesWithin(wanted, { fromMs, toMs: (last?.[0] ?? fromMs) + 1 }), parts);
    if (last === undefined) return now;
    for (const { source, rows } of page) {
      const contents = await tables.extend(now, divided(rows, wanted).inside, source);
      now = { ...now, record: { ...now.record, ...contents } };
    }
    fromMs = last[0] + kind.intervalMs;
  }
}

/** Records why rows were left out, and forgets those of stretches that were read and whose rows the venue has meanwhile sent sound. */
async function quarantined(
  { record }: HeldTable,
  malformed: readonly MalformedRow[],
  read: readonly Interval[],
  { quarantine, logger }: Parts,
): Promise<void> {
  const unknown = await quarantine.note(record, malformed);
  for (const stretch of read) await quarantine.forget(record._id, stretch, malformed);
  if (unknown.length > 0)
    logger.warn({ table: record._id, rows: unknown.length, first: unknown[0] }, 'malformed rows are quarantined');
}

/** Returns the parts of stretches that lie in a window. */
function stretchesWithin(stretches: readonly Interval[], window: Interval): Interval[] {
  return stretches
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, window.fromMs), toMs: Math.min(toMs, window.toMs) }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
}

/** Merges stretches into one window where one request can read both. */
function windowsOf(stretches: readonly Interval[], nearMs: number): Interval[] {
  const widened = united(stretches.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + nearMs })));
  return widened.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs - nearMs }));
}
