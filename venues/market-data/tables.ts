/** The tables of a market: candles of each timeframe, and hourly funding. Each is collected and stored on its own. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Timeframes of candles, finest first. */
export const timeframes = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;
/** Length of a candle. */
export type Timeframe = (typeof timeframes)[number];
/** Name of a table, for example `candles_1h`. */
export type TableName = `candles_${Timeframe}` | 'funding_1h';

/** A row: its time in milliseconds since the epoch, then the table's values in the order of its columns. */
export type Row = readonly [timeMs: number, ...values: number[]];

/** The facts of a table that hold for every market. */
export interface TableKind {
  readonly name: TableName;
  /** The timeframe of candles; undefined for funding. */
  readonly timeframe: Timeframe | undefined;
  /** Rows have times at multiples of it. */
  readonly intervalMs: number;
  /** Columns after `t`. */
  readonly columns: readonly string[];
  /** The collector serves lower numbers first. */
  readonly priority: number;
  /** How long after a successful collection the next one is due. */
  readonly refreshMs: number;
}

const CANDLE_COLUMNS = ['open', 'high', 'low', 'close', 'volume'];

function candles(timeframe: Timeframe, intervalMs: number, priority: number): TableKind {
  const refreshMs = Math.max(intervalMs, HOUR_MS);
  return { name: `candles_${timeframe}`, timeframe, intervalMs, columns: CANDLE_COLUMNS, priority, refreshMs };
}

/** Every table; freqtrade needs `candles_1h` for every timeframe, so it comes first. */
export const tableKinds: Readonly<Record<TableName, TableKind>> = {
  candles_1h: candles('1h', HOUR_MS, 0),
  candles_1d: candles('1d', DAY_MS, 1),
  candles_4h: candles('4h', 4 * HOUR_MS, 2),
  candles_30m: candles('30m', 30 * MINUTE_MS, 3),
  candles_15m: candles('15m', 15 * MINUTE_MS, 4),
  candles_5m: candles('5m', 5 * MINUTE_MS, 5),
  candles_1m: candles('1m', MINUTE_MS, 6),
  funding_1h: {
    name: 'funding_1h',
    timeframe: undefined,
    intervalMs: HOUR_MS,
    columns: ['rate'],
    priority: 7,
    refreshMs: HOUR_MS,
  },
};

/** How long after its time the venue may still change a row. */
const SETTLE_MS = 2_000;

/** Returns where final rows end, exclusive: a candle is final once it has closed, a funding rate once its hour has come. */
export function finalEndMs(kind: TableKind, nowMs: number): number {
  const settledMs = nowMs - SETTLE_MS;
  const openMs = settledMs - (settledMs % kind.intervalMs);
  return kind.timeframe === undefined ? openMs + kind.intervalMs : openMs;
}
