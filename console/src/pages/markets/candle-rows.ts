import type { CandlePoint, Point } from '../../parts/chart/series.js';
import type { CandlesQuery } from './generated/documents.js';

/** The lengths of candles that the graph has, and how long they are. */
export const TIMEFRAMES = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
} as const;

/** The length of a candle. */
export type Timeframe = keyof typeof TIMEFRAMES;

/** A candle with what was traded in it; null where the venue's candles have no volume. */
export interface CandleRow extends CandlePoint {
  readonly volume: number | null;
}

/** The columns of funding. */
interface FundingColumns {
  readonly t: readonly string[];
  readonly annualized: readonly number[];
}

type CandleColumns = NonNullable<CandlesQuery['candles']>;

/** Returns the rows of columns, in any order. */
export function rowsOf({ t, open, high, low, close, volume }: CandleColumns): CandleRow[] {
  return t.flatMap((at, index) => {
    const [first, highest, lowest, last] = [open[index], high[index], low[index], close[index]];
    if (first === undefined || highest === undefined || lowest === undefined || last === undefined) return [];
    return [
      { atMs: Date.parse(at), open: first, high: highest, low: lowest, close: last, volume: volume?.[index] ?? null },
    ];
  });
}

/** Returns rows of both, ascending in time, each time once: the newer answer's. */
export function merged(older: readonly CandleRow[], newer: readonly CandleRow[]): CandleRow[] {
  const byTime = new Map([...older, ...newer].map((row) => [row.atMs, row]));
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

/** Returns hourly funding by candle, as its average in percent a year: hours between candles would widen the chart. */
export function fundingByCandle(
  { t, annualized }: FundingColumns,
  rows: readonly CandleRow[],
  candleMs: number,
): Point[] {
  const opened = new Set(rows.map(({ atMs }) => atMs));
  const found = new Map<number, number[]>();
  for (const [index, at] of t.entries()) {
    const rate = annualized[index];
    const openedMs = Math.floor(Date.parse(at) / candleMs) * candleMs;
    if (rate === undefined || !opened.has(openedMs)) continue;
    found.set(openedMs, [...(found.get(openedMs) ?? []), rate * 100]);
  }
  const points = [...found].map(([atMs, rates]) => ({
    atMs,
    value: rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
  }));
  return points.sort((a, b) => a.atMs - b.atMs);
}
