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
}

/** A page of rows, ascending. */
export interface HistoryPage {
  readonly rows: readonly Row[];
  readonly nextCursor: string | undefined;
}

/** Where a list of rows goes on: after this time. */
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
    const { venue, symbol, table, fromMs, toMs, limit } = request;
    const scope = { list: 'history', filters: { venue, symbol, table, fromMs, toMs } };
    const position = request.cursor === undefined ? undefined : this.cursors.decode(scope, request.cursor);
    const window = {
      fromMs: position === undefined ? (fromMs ?? Number.NEGATIVE_INFINITY) : position.timeMs + 1,
      toMs: toMs ?? Number.POSITIVE_INFINITY,
      // One more than asked for tells whether another page follows.
      limit: limit + 1,
    };
    const found = await this.#read(request, tableKinds[table], window);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const more = found.length > limit && last !== undefined;
    return { rows, nextCursor: more ? this.cursors.encode(scope, { timeMs: last[0] }) : undefined };
  }

  async #read(
    { venue, symbol, table }: HistoryRequest,
    kind: TableKind,
    window: { fromMs: number; toMs: number; limit: number },
  ): Promise<readonly Row[]> {
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
