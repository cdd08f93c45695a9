import type { Mark } from '../../../parts/chart/series.js';
import type { TradesQuery } from './generated/documents.js';

/** A trade that a backtest closed. */
export type Trade = NonNullable<NonNullable<TradesQuery['backtest']>['trades']>['nodes'][number];

/** What the trades with one word in common came to. */
export interface Group {
  readonly name: string;
  readonly trades: number;
  readonly wins: number;
  readonly profitAbs: number;
  /** Seconds. */
  readonly meanDuration: number;
}

/** What the trades of each entry tag came to, the most profitable first. */
export function byEntryTag(trades: readonly Trade[]): Group[] {
  const groups = Map.groupBy(trades, ({ entryTag }) => entryTag ?? '(no tag)');
  return [...groups].map(([name, members]) => groupOf(name, members)).toSorted((a, b) => b.profitAbs - a.profitAbs);
}

function groupOf(name: string, members: readonly Trade[]): Group {
  return {
    name,
    trades: members.length,
    wins: members.filter(({ profitAbs }) => profitAbs > 0).length,
    profitAbs: sum(members.map(({ profitAbs }) => profitAbs)),
    meanDuration: sum(members.map(({ durationSeconds }) => durationSeconds)) / members.length,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The entries and exits of trades, in the order of time. */
export function marksOf(trades: readonly Trade[]): Mark[] {
  const marks = trades.flatMap((trade): Mark[] => [
    {
      atMs: Date.parse(trade.openedAt),
      kind: trade.side === 'long' ? 'buy' : 'sell',
      text: trade.entryTag ?? trade.side,
    },
    {
      atMs: Date.parse(trade.closedAt),
      kind: trade.profitAbs < 0 ? 'loss' : 'gain',
      text: `${(trade.profitRatio * 100).toFixed(1)} %`,
    },
  ]);
  return marks.toSorted((left, right) => left.atMs - right.atMs);
}

const CSV_COLUMNS = [
  'symbol',
  'side',
  'openedAt',
  'closedAt',
  'durationSeconds',
  'openRate',
  'closeRate',
  'amount',
  'stakeAmount',
  'leverage',
  'feesAbs',
  'profitAbs',
  'profitRatio',
  'entryTag',
  'exitReason',
] as const satisfies readonly (keyof Trade)[];

/** A spreadsheet takes these for a formula, which a strategy could write into a tag. */
const FORMULA = /^[=+\-@\t\r]/;

/** Trades as a CSV file (RFC 4180). */
export function csvOf(trades: readonly Trade[]): string {
  const lines = trades.map((trade) => CSV_COLUMNS.map((column) => cellOf(trade[column])).join(','));
  return [CSV_COLUMNS.join(','), ...lines, ''].join('\r\n');
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
