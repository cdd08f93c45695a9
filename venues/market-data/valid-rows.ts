import type { Row } from './tables.js';
import { type MalformedRow, VenueUnreadableError } from './venue.js';

/** The number of malformed rows always tolerated per answer; in longer answers half is tolerated. More than that is the venue's error. */
const ODD_ROWS_MAX = 10;
const ODD_SHARE_MAX = 0.5;

/** A venue's answer: the readable rows, in its order, and the malformed ones. */
export interface ReadRows {
  readonly rows: readonly Row[];
  readonly malformed: readonly MalformedRow[];
}

/** A candle from a codec. */
interface ReadCandle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Absent: the venue has none, and its rows hold 0, which is never shown. */
  readonly volume?: number;
}

/** Candles of a codec as rows. */
export function candleRows({
  rows,
  malformed,
}: {
  rows: readonly ReadCandle[];
  malformed: readonly MalformedRow[];
}): ReadRows {
  return {
    rows: rows.map(({ openMs, open, high, low, close, volume = 0 }): Row => [openMs, open, high, low, close, volume]),
    malformed,
  };
}

/** Converts a codec's funding to rows. */
export function fundingRows({
  rows,
  malformed,
}: {
  rows: readonly { readonly hourMs: number; readonly rate: number }[];
  malformed: readonly MalformedRow[];
}): ReadRows {
  return { rows: rows.map(({ hourMs, rate }): Row => [hourMs, rate]), malformed };
}

/** The request. */
interface Asked {
  /** Its name in errors. */
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns the rows of a window that may be stored, ascending, and the malformed ones: also those that break the order, and all rows that share a
 * time, even with an unreadable one; what repeats a row word for word is no contradiction. Throws `VenueUnreadableError` for an answer that is malformed as a whole: too many of its rows are malformed, or
 * none belongs in the window.
 */
export function validRows({ rows, malformed }: ReadRows, { name, fromMs, toMs }: Asked): ReadRows {
  const isInside = (timeMs: number) => timeMs >= fromMs && timeMs < toMs;
  const oddTimes = new Set(malformed.map(({ timeMs }) => timeMs));
  const inside = rows.filter(([timeMs]) => isInside(timeMs) && !oddTimes.has(timeMs));
  const ordered = ascending(distinct(inside));
  const all = [...malformed, ...ordered.malformed];
  const [first] = all;
  const isTooMany = all.length > Math.max(ODD_ROWS_MAX, ODD_SHARE_MAX * (malformed.length + rows.length));
  const isPlaced = ordered.rows.length > 0 || all.some(({ timeMs }) => timeMs !== undefined && isInside(timeMs));
  if (first !== undefined && (isTooMany || !isPlaced))
    throw new VenueUnreadableError(`${name}: ${all.length} rows are malformed, the first ${first.reason}`);
  return { rows: ordered.rows, malformed: all.filter(({ timeMs = fromMs }) => isInside(timeMs)) };
}

/** Leaves out what repeats a row word for word. */
function distinct(rows: readonly Row[]): Row[] {
  const firsts = new Map<number, Row>();
  return rows.filter((row) => {
    const first = firsts.get(row[0]);
    if (first === undefined) firsts.set(row[0], row);
    return first === undefined || row.some((value, index) => value !== first[index]);
  });
}

/** Keeps what ascends: a row that falls behind the one before it is malformed, and so is one that the next falls behind. */
function ascending(rows: readonly Row[]): { rows: Row[]; malformed: MalformedRow[] } {
  const repeated = repeatedTimes(rows);
  const single = rows.filter(([timeMs]) => !repeated.has(timeMs));
  const malformed: MalformedRow[] = [...repeated].map((timeMs) => ({
    timeMs,
    reason: 'at top: must stand once at its time',
  }));
  const kept: Row[] = [];
  for (const [index, row] of single.entries()) {
    const lastMs = kept.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
    const nextMs = single[index + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const isAhead = nextMs < row[0] && nextMs > lastMs;
    if (row[0] > lastMs && !isAhead) kept.push(row);
    else malformed.push({ timeMs: row[0], reason: 'at top: must ascend' });
  }
  return { rows: kept, malformed };
}

function repeatedTimes(rows: readonly Row[]): Set<number> {
  const seen = new Set<number>();
  return new Set(rows.map(([timeMs]) => timeMs).filter((timeMs) => seen.size === seen.add(timeMs).size));
}
