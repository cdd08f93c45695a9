import { type Row, type TableName, tableKinds } from '@platform/venues/market-data';

/** Prices of two timeframes may differ by this fraction: venues round, and repair a candle after an outage. */
const PRICE_TOLERANCE = 0.001;
const TIMES_SHOWN_MAX = 3;

/** The rows of one table of a market. */
export interface TableRows {
  readonly table: TableName;
  readonly rows: readonly Row[];
}

/** Open, high, low and close of the shorter candles that cover one longer candle. */
type Prices = readonly [open: number, high: number, low: number, close: number];

/**
 * Returns where the candles of a market contradict one another, one line per pair of timeframes. A candle is compared with the whole
 * candles of the longest shorter timeframe that covers it; volumes are not compared, since venues round them.
 */
export function disagreements(tables: readonly TableRows[]): string[] {
  const byLength = tables
    .filter(({ table }) => tableKinds[table].timeframe !== undefined)
    .sort((left, right) => intervalOf(right) - intervalOf(left));
  return byLength.flatMap((longer, index) => {
    const waiting = new Map(longer.rows.map(([timeMs, ...prices]) => [timeMs, prices]));
    return byLength.slice(index + 1).flatMap((shorter) => disagreement(longer, shorter, waiting) ?? []);
  });
}

/** Compares the candles that are still to compare with those of a shorter timeframe, and removes those that it covers from the list. */
function disagreement(longer: TableRows, shorter: TableRows, waiting: Map<number, number[]>): string | undefined {
  if (waiting.size === 0) return undefined;
  const differing: number[] = [];
  let compared = 0;
  for (const [timeMs, made] of joined(shorter, intervalOf(longer))) {
    const prices = waiting.get(timeMs);
    if (prices === undefined) continue;
    waiting.delete(timeMs);
    compared += 1;
    if (made.some((price, index) => !isClose(price, prices[index] ?? Number.NaN))) differing.push(timeMs);
  }
  if (differing.length === 0) return undefined;
  const shown = differing.slice(0, TIMES_SHOWN_MAX).map((timeMs) => new Date(timeMs).toISOString());
  const first = `${shown.join(', ')}${differing.length > shown.length ? ' …' : ''}`;
  const count = `${differing.length} of ${compared} candles`;
  return `${longer.table} and ${shorter.table} disagree in ${count} by more than ${PRICE_TOLERANCE * 100} %: ${first}`;
}

/** Yields candles of a longer interval, each made of all its parts; one that lacks a part is left out. */
function* joined(shorter: TableRows, intervalMs: number): Generator<[timeMs: number, prices: Prices]> {
  const parts = intervalMs / intervalOf(shorter);
  let [openMs, count] = [Number.NaN, 0];
  let [open, high, low] = [0, 0, 0];
  for (const [timeMs, firstOpen = 0, partHigh = 0, partLow = 0, close = 0] of shorter.rows) {
    if (timeMs - (timeMs % intervalMs) !== openMs) {
      openMs = timeMs - (timeMs % intervalMs);
      [count, open, high, low] = [0, firstOpen, partHigh, partLow];
    }
    count += 1;
    [high, low] = [Math.max(high, partHigh), Math.min(low, partLow)];
    if (count === parts) yield [openMs, [open, high, low, close]];
  }
}

function isClose(left: number, right: number): boolean {
  return Math.abs(left - right) <= PRICE_TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

function intervalOf({ table }: TableRows): number {
  return tableKinds[table].intervalMs;
}
