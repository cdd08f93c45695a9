import type { Clock } from '@platform/kit/clock';
import { finalEndMs, type TableKind } from '@platform/venues/market-data';
import { aggregated, startFrom, startOf } from './aggregate.js';
import { between, countOf, type Part, some, whole } from './parts.js';
import { type Continuation, type Reading, readingOf, type Series, type Window } from './series.js';

/** Finer rows that are read before candles are made of them. */
const CHUNK_ROWS = 5_000;
/** The most finer rows that one page reads; it ends early then. */
const FINER_ROWS_MAX = 1_000_000;
/** The most rows requested from a venue at once; a page ends early then. A candle has fewer finer ones than this. */
export const VENUE_ROWS_MAX = 10_000;
/** How long a candle waits for its last finer row. A venue that leaves out minutes without trades never sends one. */
const LATE_MS = 60_000;

/** Makes the candles of a timeframe without a table of its own from the next finer one that exists. */
export class Aggregation implements Continuation {
  constructor(
    private readonly kind: TableKind,
    private readonly finer: Series,
    private readonly clock: Clock,
  ) {}

  get startMs(): number {
    return startOf(this.finer.startMs, this.kind.intervalMs);
  }

  get firstMs(): number | undefined {
    const { firstMs } = this.finer;
    return firstMs === undefined ? undefined : startFrom(firstMs, this.kind.intervalMs);
  }

  /**
   * Returns the candles that open in a window and have closed. Rows before the first stored finer row are unknown: no candle begins there.
   */
  async read(window: Window): Promise<Reading> {
    const { intervalMs } = this.kind;
    const firstMs = startFrom(Math.max(window.fromMs, this.finer.storedFromMs ?? Number.NEGATIVE_INFINITY), intervalMs);
    const endMs = Math.min(startFrom(window.toMs, intervalMs), finalEndMs(this.kind, this.clock.nowMs()));
    const found: Part[] = [];
    let [nextMs, rowsRead, venueRows] = [firstMs, 0, 0];
    let open: readonly Part[] = [];
    let lastMs: number | undefined;
    while (nextMs < endMs) {
      if (rowsRead >= FINER_ROWS_MAX || venueRows >= VENUE_ROWS_MAX) {
        return { parts: whole(found), endMs: startOf(nextMs, intervalMs), venueRows };
      }
      const reading = await this.finer.read({ fromMs: nextMs, toMs: endMs, limit: this.#chunk(window, found) });
      rowsRead += countOf(reading.parts);
      venueRows += reading.venueRows;
      nextMs = reading.endMs;
      lastMs = reading.parts.at(-1)?.rows.at(-1)?.[0] ?? lastMs;
      const closedMs = startOf(nextMs, intervalMs);
      const finer = [...open, ...reading.parts];
      found.push(...aggregated(between(finer, firstMs, closedMs), intervalMs));
      open = between(finer, closedMs, Number.POSITIVE_INFINITY);
      if (countOf(found) >= window.limit) break;
    }
    return readingOf(some(this.#settled(found, lastMs), window.limit), window, this.kind, venueRows);
  }

  /** Returns the number of finer rows that the candles still wanted can have. */
  #chunk({ limit }: Window, found: readonly Part[]): number {
    const rowsACandle = this.kind.intervalMs / this.finer.kind.intervalMs;
    return Math.min(CHUNK_ROWS, (limit - countOf(found)) * rowsACandle);
  }

  /** Leaves out a newest candle whose last finer row may still come. */
  #settled(found: readonly Part[], lastFinerMs: number | undefined): readonly Part[] {
    const closeMs = (found.at(-1)?.rows.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) + this.kind.intervalMs;
    const isLate = this.clock.nowMs() - closeMs >= LATE_MS;
    if (isLate || lastFinerMs === closeMs - this.finer.kind.intervalMs) return found;
    return some(found, countOf(found) - 1);
  }
}
