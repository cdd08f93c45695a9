import type { Clock } from '@platform/kit/clock';
import type { Instrument, MarketDataVenue, OnMalformedRows, SourcedRows, Urgency } from '@platform/venues/market-data';
import { finalEndMs, type TableKind } from '@platform/venues/market-data';
import { LRUCache } from 'lru-cache';
import { between, countOf, type Part, some, whole } from './parts.js';
import { type Reading, readingOf, type Window } from './series.js';

const TAILS_MAX = 500;
/** The most rows kept between the stored end and now; beyond it, the venue is asked for exactly what a page needs. */
const TAIL_ROWS_MAX = 5_000;
/** The shortest time until a tail that lacks its newest row is read again; a later row is awaited for as long as it was late. */
const INCOMPLETE_TAIL_MS = 2_000;

interface Tail {
  readonly parts: Promise<readonly Part[]>;
  /** Exclusive. */
  readonly endMs: number;
  readonly readAtMs: number;
  complete: boolean;
}

/**
 * Reads final rows of a window from a venue, page by page, until it has `count` or there are no more. Empty parts are left out, and
 * neighbours of one source are merged.
 */
export async function readVenueRows(
  venue: Pick<MarketDataVenue, 'rows'>,
  coin: string,
  kind: TableKind,
  { fromMs, toMs, count }: { fromMs: number; toMs: number; count: number },
  urgency: Urgency,
  onMalformed?: OnMalformedRows,
): Promise<SourcedRows[]> {
  const found: SourcedRows[] = [];
  let read = 0;
  let nextMs = fromMs;
  while (read < count && nextMs < toMs) {
    const page = await venue.rows(coin, kind, { fromMs: nextMs, toMs }, urgency, onMalformed);
    const last = page.at(-1)?.rows.at(-1);
    if (last === undefined) break;
    found.push(...page);
    read += countOf(page);
    nextMs = last[0] + kind.intervalMs;
  }
  return whole(found);
}

/**
 * Reads from the venue the rows that a table lacks at its end. They change only when another row becomes final, so each table costs the
 * venue about one request per interval at most, for any number of readers.
 */
export class VenueTail {
  readonly #tails = new LRUCache<string, Tail>({ max: TAILS_MAX });

  constructor(private readonly clock: Clock) {}

  /** The first rows of a window; `storedEndMs` is where the stored rows end, exclusive, if there are any. */
  async read(
    venue: MarketDataVenue,
    { symbol, coin }: Instrument,
    kind: TableKind,
    window: Window,
    storedEndMs: number | undefined,
  ): Promise<Reading> {
    const endMs = finalEndMs(kind, this.clock.nowMs());
    const fromMs = Math.max(window.fromMs, storedEndMs ?? venue.launchedAtMs);
    const toMs = Math.min(window.toMs, endMs);
    if (fromMs >= toMs) return readingOf([], window, kind);
    if (storedEndMs === undefined || (endMs - storedEndMs) / kind.intervalMs > TAIL_ROWS_MAX) {
      const asked = { fromMs, toMs, count: window.limit };
      const parts = await readVenueRows(venue, coin, kind, asked, 'interactive');
      return readingOf(some(parts, window.limit), window, kind, countOf(parts));
    }
    const key = `${venue.id}/${symbol}/${kind.name}/${storedEndMs}`;
    const tail = this.#fresh(key, endMs) ?? this.#start(key, venue, coin, kind, storedEndMs, endMs);
    return readingOf(some(between(await tail.parts, fromMs, toMs), window.limit), window, kind);
  }

  #fresh(key: string, endMs: number): Tail | undefined {
    const tail = this.#tails.get(key);
    if (tail === undefined || tail.endMs !== endMs) return undefined;
    // A venue that leaves out intervals without trades never sends some rows.
    const patienceMs = Math.max(INCOMPLETE_TAIL_MS, tail.readAtMs - endMs);
    return tail.complete || this.clock.nowMs() - tail.readAtMs < patienceMs ? tail : undefined;
  }

  #start(key: string, venue: MarketDataVenue, coin: string, kind: TableKind, fromMs: number, endMs: number): Tail {
    const window = { fromMs, toMs: endMs, count: TAIL_ROWS_MAX };
    const parts = readVenueRows(venue, coin, kind, window, 'interactive');
    const tail: Tail = { parts, endMs, readAtMs: this.clock.nowMs(), complete: false };
    this.#tails.set(key, tail);
    parts.then(
      (read) => {
        tail.complete = read.at(-1)?.rows.at(-1)?.[0] === endMs - kind.intervalMs;
      },
      () => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      },
    );
    return tail;
  }
}
