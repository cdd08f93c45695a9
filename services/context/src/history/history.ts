import type { CursorCodec } from '@platform/cursors';
import type { Catalogue } from '../datasets/catalogue.js';
import type { TableStore } from '../datasets/table-store.js';
import { type Row, type TableKind, type TableName, tableKinds } from '../datasets/tables.js';
import type { Markets } from '../markets/markets.js';
import type { MarketDataVenue } from '../venues/venue.js';
import type { VenueTail } from './venue-tail.js';

/** Which rows of a table to list. */
export interface HistoryRequest {
  readonly venue: string;
  readonly symbol: string;
  readonly table: TableName;
  /** Inclusive; undefined: from the first row there is. */
  readonly fromMs: number | undefined;
  /** Exclusive; undefined: up to the newest final row. */
  readonly toMs: number | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Whether the list begins with the newest row and goes back in time. */
  readonly newestFirst: boolean;
}

/** Up to `limit` rows from one time, inclusive, to another, exclusive. */
interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** As many as a page holds, and more: what is read at once at most where the newest rows are looked for. */
const STRETCH_ROWS_MAX = 10_000;
/** How much further back the next stretch reaches than the one before, which held too few rows. */
const STRETCH_GROWTH = 4;

/** A page of rows, ascending unless asked otherwise. */
export interface HistoryPage {
  readonly rows: readonly Row[];
  readonly nextCursor: string | undefined;
}

/** Where a list of rows goes on: after this time, or before it where the newest come first. */
export interface HistoryPosition {
  readonly timeMs: number;
}

/**
 * Rows of tables: the stored ones, then the newest from the venue. Only final rows are shown, hence a page once read never
 * changes. When the venue can't be read, a window that reaches beyond the stored rows fails instead of ending early.
 */
export class History {
  constructor(
    private readonly venues: ReadonlyMap<string, MarketDataVenue>,
    private readonly markets: Markets,
    private readonly catalogue: Catalogue,
    private readonly store: TableStore,
    private readonly tail: VenueTail,
    private readonly cursors: CursorCodec<HistoryPosition>,
  ) {}

  /** A page. Throws `symbol_not_canonical`, `market_not_found`, `invalid_cursor` or `VenueUnreadableError`. */
  async list(request: HistoryRequest): Promise<HistoryPage> {
    const { venue, symbol, table, fromMs, toMs, limit, newestFirst } = request;
    const list = newestFirst ? 'history, newest first' : 'history';
    const scope = { list, filters: { venue, symbol, table, fromMs, toMs } };
    const position = request.cursor === undefined ? undefined : this.cursors.decode(scope, request.cursor);
    const whole = { fromMs: fromMs ?? Number.NEGATIVE_INFINITY, toMs: toMs ?? Number.POSITIVE_INFINITY };
    // One more than asked for tells whether another page follows.
    const window = { ...whole, limit: limit + 1 };
    const kind = tableKinds[table];
    const found = newestFirst
      ? await this.#readNewest(request, kind, { ...window, toMs: position?.timeMs ?? window.toMs })
      : await this.#read(request, kind, {
          ...window,
          fromMs: position === undefined ? window.fromMs : position.timeMs + 1,
        });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const more = found.length > limit && last !== undefined;
    return { rows, nextCursor: more ? this.cursors.encode(scope, { timeMs: last[0] }) : undefined };
  }

  /**
   * The newest rows of a window, newest first: from stretches that reach back from its end, each longer than the one before,
   * since where rows are missing only reading tells. One that holds more rows than may be read at once is read in parts.
   */
  async #readNewest(request: HistoryRequest, kind: TableKind, { fromMs, toMs, limit }: Window): Promise<Row[]> {
    const oldestMs = Math.max(fromMs, await this.#oldestMs(request));
    const found: Row[] = [];
    let endMs = Math.min(toMs, this.tail.finalEndMs(kind));
    let length = limit;
    while (found.length < limit && endMs > oldestMs) {
      const startMs = Math.max(oldestMs, endMs - length * kind.intervalMs);
      const atMost = Math.min(length, STRETCH_ROWS_MAX);
      const rows = await this.#read(request, kind, { fromMs: startMs, toMs: endMs, limit: atMost + 1 });
      if (rows.length > atMost) {
        length = STRETCH_ROWS_MAX;
        continue;
      }
      found.push(...rows.reverse());
      endMs = startMs;
      length *= STRETCH_GROWTH;
    }
    return found.slice(0, limit);
  }

  /** Before this there are no rows. */
  async #oldestMs({ venue, symbol, table }: HistoryRequest): Promise<number> {
    const record = await this.catalogue.find({ venue, symbol, table });
    const stored = record?.segments.at(0)?.fromMs ?? Number.POSITIVE_INFINITY;
    return Math.min(stored, this.venues.get(venue)?.launchedAtMs ?? Number.POSITIVE_INFINITY);
  }

  async #read({ venue, symbol, table }: HistoryRequest, kind: TableKind, window: Window): Promise<Row[]> {
    const [instrument, record] = await Promise.all([
      this.markets.instrument(venue, symbol),
      this.catalogue.find({ venue, symbol, table }),
    ]);
    const stored = record === undefined ? [] : await this.store.read(record, window);
    const source = this.venues.get(venue);
    if (stored.length >= window.limit || source === undefined || instrument.status === 'closed') return stored;
    const lastStoredMs = record?.segments.at(-1)?.toMs;
    const storedEndMs = lastStoredMs === undefined ? undefined : lastStoredMs + kind.intervalMs;
    const missing = { ...window, count: window.limit - stored.length };
    return [...stored, ...(await this.tail.read(source, instrument, kind, missing, storedEndMs))];
  }
}
