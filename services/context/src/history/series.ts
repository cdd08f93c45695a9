import { type TableKind, tableKinds } from '@platform/venues/market-data';
import type { StoredRows } from '../tables/catalogue.js';
import type { TableStore } from '../tables/table-store.js';
import { countOf, type Part, partsOf } from './parts.js';

/** Up to `limit` rows from one time, inclusive, to another, exclusive. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** What was read of a window. */
export interface Reading {
  readonly parts: readonly Part[];
  /** The time up to which everything was read: the window's end, or an earlier time where there were more rows than may be read at once. */
  readonly endMs: number;
  /** How many of the rows came from a request to the venue. */
  readonly venueRows: number;
}

/** The source of the rows after the stored ones. `fromMs` of the window is not before the stored rows' end. */
export interface Continuation {
  /** There are no rows before this time. */
  readonly startMs: number;
  /** The first row made of stored ones; undefined: there is none. */
  readonly firstMs?: number | undefined;
  read(window: Window, storedEndMs: number | undefined): Promise<Reading>;
}

/** Returns the reading of a window that was read to its end, or as far as its limit goes. */
export function readingOf(parts: readonly Part[], { toMs, limit }: Window, kind: TableKind, venueRows = 0): Reading {
  const lastMs = parts.at(-1)?.rows.at(-1)?.[0];
  const isFull = lastMs !== undefined && countOf(parts) >= limit;
  return { parts, endMs: isFull ? lastMs + kind.intervalMs : toMs, venueRows };
}

/** The rows of a table in time: the stored ones, then those after them. */
export class Series {
  readonly kind: TableKind;
  /** The first stored row's time. */
  readonly storedFromMs: number | undefined;
  readonly #storedEndMs: number | undefined;

  constructor(
    private readonly stored: StoredRows,
    private readonly store: TableStore,
    private readonly continuation: Continuation | undefined,
  ) {
    this.kind = tableKinds[stored.table];
    this.storedFromMs = stored.segments.at(0)?.fromMs;
    const lastMs = stored.segments.at(-1)?.toMs;
    this.#storedEndMs = lastMs === undefined ? undefined : lastMs + this.kind.intervalMs;
  }

  /** There are no rows before this time; infinity where there are none at all. */
  get startMs(): number {
    return Math.min(
      this.storedFromMs ?? Number.POSITIVE_INFINITY,
      this.continuation?.startMs ?? Number.POSITIVE_INFINITY,
    );
  }

  /** The first row that is stored or made of stored ones; undefined: there is none. */
  get firstMs(): number | undefined {
    return this.storedFromMs ?? this.continuation?.firstMs;
  }

  /** The first rows of a window. Throws `context_store_unavailable` or `VenueUnreadableError`. */
  async read(window: Window): Promise<Reading> {
    const parts = partsOf(await this.store.read(this.stored, window), this.stored.sources);
    const reading = readingOf(parts, window, this.kind);
    if (this.continuation === undefined || reading.endMs < window.toMs) return reading;
    const rest = {
      ...{ fromMs: Math.max(window.fromMs, this.#storedEndMs ?? Number.NEGATIVE_INFINITY), toMs: window.toMs },
      limit: window.limit - countOf(parts),
    };
    if (rest.fromMs >= rest.toMs || rest.limit <= 0) return reading;
    const behind = await this.continuation.read(rest, this.#storedEndMs);
    return { ...behind, parts: [...parts, ...behind.parts] };
  }
}
