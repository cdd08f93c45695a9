import type { Row } from '@platform/venues/market-data';
import { leastCertain, type RowSource } from '@platform/venues/market-data';
import { add, type Part } from './parts.js';

/** Decimal digits that a number holds exactly. */
const SIGNIFICANT_DIGITS = 15;

/**
 * Returns candles made of finer ones, ascending: the first one's open, the highest high, the lowest low, the last one's close and the sum
 * of the volumes, added up in the order of time. A candle is made of the finer ones that exist in it; where there are none, there is no
 * candle. Its source is the least certain of theirs.
 */
export function aggregated(finer: readonly Part[], intervalMs: number): Part[] {
  const found: { source: RowSource; rows: Row[] }[] = [];
  let open: { source: RowSource; row: Row } | undefined;
  for (const { source, rows } of finer) {
    for (const row of rows) {
      const openMs = startOf(row[0], intervalMs);
      if (open?.row[0] === openMs) open = { source: leastCertain(open.source, source), row: together(open.row, row) };
      else {
        if (open !== undefined) add(found, open.source, open.row);
        open = { source, row: [openMs, ...row.slice(1)] };
      }
    }
  }
  if (open !== undefined) add(found, open.source, open.row);
  return found;
}

/** Returns the start of the interval that holds a time. */
export function startOf(timeMs: number, intervalMs: number): number {
  return Math.floor(timeMs / intervalMs) * intervalMs;
}

/** Returns the first start of an interval that is not before a time. */
export function startFrom(timeMs: number, intervalMs: number): number {
  return Math.ceil(timeMs / intervalMs) * intervalMs;
}

function together(candle: Row, next: Row): Row {
  const [timeMs, open = 0, high = 0, low = 0, , volume = 0] = candle;
  const [, , nextHigh = 0, nextLow = 0, close = 0, nextVolume = 0] = next;
  return [timeMs, open, Math.max(high, nextHigh), Math.min(low, nextLow), close, sumOf(volume, nextVolume)];
}

/** Returns a sum in decimal arithmetic: without the noise of binary fractions, as in 0.1 + 0.2. */
function sumOf(left: number, right: number): number {
  return Number((left + right).toPrecision(SIGNIFICANT_DIGITS));
}
