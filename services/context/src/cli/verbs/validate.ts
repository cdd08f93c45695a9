import { finalEndMs, type Row, type TableKind } from '@platform/venues/market-data';
import { gapsBetween } from '../../tables/segments.js';
import { CommandRefused } from '../refusal.js';

/** No market traded before; earlier times are seconds mistaken for milliseconds. */
const EARLIEST_MS = Date.UTC(2009, 0, 1);
/** The most gaps that a catalogue record may hold. */
const GAPS_MAX = 10_000;
const FUNDING_RATE_MAX = 1;

/** Refuses rows that a venue can't have sent: out of order, repeated, off the interval, not final yet or contradictory. */
export function validate(rows: readonly Row[], kind: TableKind, nowMs: number): void {
  if (rows.length === 0) throw new CommandRefused('the file has no rows');
  const endMs = finalEndMs(kind, nowMs);
  rows.forEach((row, index) => {
    const reason = timeProblem(row[0], rows[index - 1]?.[0], kind, endMs) ?? valueProblem(row, kind);
    if (reason !== undefined)
      throw new CommandRefused(`row ${index + 1} (${new Date(row[0]).toISOString()}) ${reason}`);
  });
  const gaps = gapsBetween(rows, kind.intervalMs).length;
  if (gaps > GAPS_MAX) throw new CommandRefused(`the file has ${gaps} gaps: is it of another timeframe?`);
}

function timeProblem(timeMs: number, previousMs: number | undefined, kind: TableKind, endMs: number) {
  if (timeMs < EARLIEST_MS) return 'lies before 2009: whole numbers must be milliseconds';
  if (timeMs % kind.intervalMs !== 0) return `does not stand on the interval of ${kind.name}`;
  if (timeMs >= endMs) return 'is not final yet';
  if (previousMs !== undefined && timeMs <= previousMs) return 'is not after the row before it';
  return undefined;
}

function valueProblem([, ...values]: Row, kind: TableKind) {
  if (!values.every(Number.isFinite)) return 'holds a value that is not a number';
  if (kind.timeframe === undefined) {
    return Math.abs(values[0] ?? 0) > FUNDING_RATE_MAX ? 'has a funding rate beyond 100 % an hour' : undefined;
  }
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = values;
  if (low <= 0) return 'has a price that is not positive';
  if (low > Math.min(open, close) || high < Math.max(open, close)) return 'has open or close outside low and high';
  return volume < 0 ? 'has a negative volume' : undefined;
}
