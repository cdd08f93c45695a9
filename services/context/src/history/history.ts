// Why: docs/decisions/context/candles-and-funding.md
import type { Clock } from '@platform/kit/clock';
import type { CursorCodec } from '@platform/kit/cursors';
import type { Instrument, MarketDataVenue, SourceRange } from '@platform/venues/market-data';
import { finalEndMs, type Row, type TableName, tableKinds, timeframes } from '@platform/venues/market-data';
import type { Markets } from '../markets/markets.js';
import type { Catalogue } from '../tables/catalogue.js';
import type { TableStore } from '../tables/table-store.js';
import { Aggregation, VENUE_ROWS_MAX } from './aggregation.js';
import { countOf, type Part, rowsOf, some, whole } from './parts.js';
import { type Continuation, type Reading, Series, type Window } from './series.js';
import type { VenueTail } from './venue-tail.js';

/** Selects rows of a table. */
export interface HistoryRequest {
  readonly venue: string;
  readonly symbol: string;
  readonly table: TableName;
  /** Inclusive; undefined: the newest rows, and no page follows unless the list begins with the newest. */
  readonly fromMs: number | undefined;
  /** Exclusive; undefined: up to the newest final row. */
  readonly toMs: number | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Whether the list begins with the newest row and goes back in time. */
  readonly newestFirst: boolean;
}

/** The most rows read at once while searching for the newest ones; more than a page holds. */
const STRETCH_ROWS_MAX = 10_000;
/** How much further back the next stretch reaches than one that held hardly any rows. */
const STRETCH_GROWTH = 4;
/** The most stretches that one page reads; it ends early then. */
const STRETCHES_MAX = 100;

/** A page of rows, ascending unless asked otherwise. */
export interface HistoryPage {
  readonly rows: readonly Row[];
  /** The sources of its rows, ascending: each stretch reaches from its first row to the end of its last one. */
  readonly rowsFrom: readonly SourceRange[];
  /** Whether the venue's candles have a volume; where not, the column is empty. */
  readonly hasVolume: boolean;
  /** The first stored row's time: there are none before. Undefined while none are stored. */
  readonly availableFromMs: number | undefined;
  readonly nextCursor: string | undefined;
}

/** Where a list of rows continues: after this time, or before it where the newest come first. */
export interface HistoryPosition {
  readonly timeMs: number;
}

/** The rows found for a page, ascending, and where the list continues, if it does. */
interface Found {
  readonly parts: readonly Part[];
  readonly next: HistoryPosition | undefined;
}

/**
 * Reads the rows of tables: the stored ones, then the newest from the venue. Candles of a timeframe for which a venue has no table are made
 * of the next finer one that exists. Only final rows are shown, so a page that was read once never changes. When the venue can't be read, a
 * window that reaches beyond the stored rows fails instead of ending early.
 */
export class History {
  constructor(
    private readonly venues: ReadonlyMap<string, MarketDataVenue>,
    private readonly markets: Markets,
    private readonly catalogue: Catalogue,
    private readonly store: TableStore,
    private readonly tail: VenueTail,
    private readonly cursors: CursorCodec<HistoryPosition>,
    private readonly clock: Clock,
  ) {}

  /** Returns a page. Throws `symbol_not_canonical`, `market_not_found`, `invalid_cursor` or `VenueUnreadableError`. */
  async list(request: HistoryRequest): Promise<HistoryPage> {
    const { venue, symbol, table, fromMs, toMs, limit, newestFirst } = request;
    const list = newestFirst ? 'history, newest first' : 'history';
    const scope = { list, filters: { venue, symbol, table, fromMs, toMs } };
    const position = request.cursor === undefined ? undefined : this.cursors.decode(scope, request.cursor);
    const series = await this.#series(request);
    const window = { fromMs: fromMs ?? Number.NEGATIVE_INFINITY, toMs: toMs ?? Number.POSITIVE_INFINITY, limit };
    const isNewest = newestFirst || (fromMs === undefined && position === undefined);
    const { parts, next } = isNewest
      ? await this.#newest(series, { ...window, toMs: position?.timeMs ?? window.toMs })
      : await oldest(series, { ...window, fromMs: position === undefined ? window.fromMs : position.timeMs + 1 });
    const follows = next !== undefined && (newestFirst || !isNewest);
    const rows = rowsOf(parts);
    return {
      rows: newestFirst ? rows.reverse() : rows,
      rowsFrom: whole(parts).map((part) => rangeOf(part, tableKinds[table].intervalMs)),
      hasVolume: this.venues.get(venue)?.hasVolume ?? true,
      availableFromMs: series.firstMs,
      nextCursor: follows ? this.cursors.encode(scope, next) : undefined,
    };
  }

  /** Returns the rows of a market's table in time. */
  async #series({ venue: venueId, symbol, table }: HistoryRequest): Promise<Series> {
    const venue = this.venues.get(venueId);
    const collected = new Set(venue?.tables.map(({ name }) => name));
    const names = collected.has(table) ? [table] : finestFirst(table);
    const [instrument, found] = await Promise.all([
      this.markets.instrument(venueId, symbol),
      this.catalogue.rowsOf(names.map((name) => ({ venue: venueId, symbol, table: name }))),
    ]);
    let finer: Series | undefined;
    for (const name of names) {
      const stored = found.find((each) => each.table === name);
      const isThere = collected.has(name) || (stored?.segments.length ?? 0) > 0;
      if (!isThere && name !== table) continue;
      const nothing = { venue: venueId, symbol, table: name, segments: [], sources: [] };
      const continuation = collected.has(name)
        ? this.#tailOf(venue, instrument, name, stored !== undefined && stored.segments.length > 0)
        : finer && new Aggregation(tableKinds[name], finer, this.clock);
      finer = new Series(stored ?? nothing, this.store, continuation);
    }
    if (finer === undefined) throw new Error(`no series of ${table}`);
    return finer;
  }

  /** Returns the venue's rows after the stored ones; none where the market is closed. */
  #tailOf(
    venue: MarketDataVenue | undefined,
    instrument: Instrument,
    table: TableName,
    isStored: boolean,
  ): Continuation | undefined {
    if (venue === undefined || (instrument.status === 'closed' && isStored)) return undefined;
    return {
      startMs: venue.launchedAtMs,
      read: (window, storedEndMs) => this.tail.read(venue, instrument, tableKinds[table], window, storedEndMs),
    };
  }

  /**
   * Returns the newest rows of a window: it reads stretches back from the end, each longer after one that held hardly any rows, since only
   * reading shows where rows are missing. A stretch that holds more rows than may be read at once is read in parts.
   */
  async #newest(series: Series, { fromMs, toMs, limit }: Window): Promise<Found> {
    const { intervalMs } = series.kind;
    const oldestMs = Math.max(fromMs, series.startMs);
    let endMs = Math.min(toMs, finalEndMs(series.kind, this.clock.nowMs()));
    let parts: readonly Part[] = [];
    let length = limit + 1;
    let venueRows = 0;
    for (let stretches = 0; stretches < STRETCHES_MAX && countOf(parts) <= limit && endMs > oldestMs; stretches += 1) {
      const startMs = Math.max(oldestMs, endMs - length * intervalMs);
      const reading = await series.read({ fromMs: startMs, toMs: endMs, limit: STRETCH_ROWS_MAX });
      venueRows += reading.venueRows;
      if (reading.endMs < endMs) {
        length = Math.max(1, Math.min(length - 1, Math.floor((reading.endMs - startMs) / intervalMs)));
        continue;
      }
      parts = whole([...reading.parts, ...parts]);
      endMs = startMs;
      if (venueRows > VENUE_ROWS_MAX) break;
      const wanted = limit + 1 - countOf(parts);
      length = isSparse(reading, length) ? length * STRETCH_GROWTH : wanted;
    }
    if (countOf(parts) <= limit) return { parts, next: endMs > oldestMs ? { timeMs: endMs } : undefined };
    const shown = some(parts, -limit);
    return { parts: shown, next: { timeMs: shown[0]?.rows[0]?.[0] ?? endMs } };
  }
}

/** Returns the oldest rows of a window. */
async function oldest(series: Series, window: Window): Promise<Found> {
  // One more row than asked for shows whether another page follows.
  const { parts, endMs } = await series.read({ ...window, limit: window.limit + 1 });
  if (countOf(parts) <= window.limit) return { parts, next: endMs < window.toMs ? { timeMs: endMs - 1 } : undefined };
  const shown = some(parts, window.limit);
  return { parts: shown, next: { timeMs: shown.at(-1)?.rows.at(-1)?.[0] ?? endMs } };
}

/** Returns a table, preceded by the finer ones of candles, the finest first. */
function finestFirst(table: TableName): TableName[] {
  const { timeframe } = tableKinds[table];
  if (timeframe === undefined) return [table];
  return timeframes.slice(0, timeframes.indexOf(timeframe) + 1).map((each): TableName => `candles_${each}`);
}

function isSparse({ parts }: Reading, length: number): boolean {
  return countOf(parts) < length / 2;
}

function rangeOf({ source, rows }: Part, intervalMs: number): SourceRange {
  return { source, fromMs: rows.at(0)?.[0] ?? 0, toMs: (rows.at(-1)?.[0] ?? 0) + intervalMs };
}
