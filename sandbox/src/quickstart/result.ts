import { formatTable } from './table.js';

/** The result of a part of a backtest's trades. */
interface Summary {
  readonly profit_pct: number;
  readonly trades: number;
  readonly wins: number;
}

/** A place in a strategy file. */
interface Place {
  readonly line: number | null;
  readonly text: string;
}

/** The fields of a finished backtest that are shown. */
export interface FinishedBacktest {
  readonly id: string;
  readonly status: string;
  readonly framework: { readonly image_digest?: string };
  readonly range: { readonly from: string; readonly to: string };
  readonly progress?: { readonly fraction: number; readonly simulated_at: string };
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly Place[] };
  readonly result: {
    readonly profit_total_pct: number;
    readonly total_pnl: number;
    readonly starting_balance: number;
    readonly ending_balance: number;
    readonly funding_pnl?: number;
    readonly market_change_pct: number;
    readonly max_drawdown_pct: number;
    readonly trades: number;
    readonly win_rate: number;
    readonly profit_factor: number;
    readonly sharpe: number;
    readonly recomputed: readonly string[];
    readonly per_pair: readonly (Summary & { readonly symbol: string })[];
    readonly per_exit_reason: readonly (Summary & { readonly reason: string })[];
    readonly data: {
      readonly from: string;
      readonly to: string;
      readonly startup_candles: number;
      readonly tables: readonly { readonly objects: readonly string[] }[];
    };
    readonly warnings: readonly { readonly text: string; readonly count: number; readonly line?: number }[];
  };
}

/** Returns a result as lines for people; `what` names the strategy and its input. */
export function describeResult({ id, range, result }: FinishedBacktest, what: string): string[] {
  const wins = result.per_pair.reduce((sum, pair) => sum + pair.wins, 0);
  const total = { profit_pct: result.profit_total_pct, trades: result.trades, wins };
  return [
    `Backtest ${id}: ${what}, ${range.from} to ${range.to}`,
    '',
    formatTable(
      ['market', 'trades', 'won', 'profit'],
      [...result.per_pair.map((pair) => rowOf(pair.symbol, pair)), rowOf('TOTAL', total)],
    ),
    '',
    formatTable(
      ['exit reason', 'trades', 'won', 'profit'],
      result.per_exit_reason.map((exit) => rowOf(exit.reason, exit)),
    ),
    '',
    [
      `market ${result.market_change_pct.toFixed(2)} %`,
      `max drawdown ${result.max_drawdown_pct.toFixed(2)} %`,
      `win rate ${(result.win_rate * 100).toFixed(1)} %`,
      `profit factor ${result.profit_factor.toFixed(2)}`,
      `sharpe ${result.sharpe.toFixed(2)}`,
    ].join(' · '),
    describeMoney(result),
    ...describeRecomputed(result.recomputed),
    describeData(result.data),
    ...result.warnings.map(describeWarning),
  ];
}

function rowOf(name: string, { trades, wins, profit_pct: profitPct }: Summary): string[] {
  return [name, `${trades}`, `${wins}`, `${profitPct.toFixed(2)} %`];
}

function describeMoney(result: FinishedBacktest['result']): string {
  const { starting_balance: starting, ending_balance: ending, total_pnl: total, funding_pnl: funding } = result;
  const apart = funding === undefined ? '' : `, ${funding.toFixed(2)} of it funding`;
  return `began with ${starting.toFixed(2)} and ended with ${ending.toFixed(2)}: ${total.toFixed(2)} in total${apart}`;
}

function describeRecomputed(figures: readonly string[]): string[] {
  return figures.length === 0
    ? []
    : [`the platform recomputed: ${figures.join(', ')}; the run reported something else`];
}

function describeData({ from, to, startup_candles: startup, tables }: FinishedBacktest['result']['data']): string {
  const objects = new Set(tables.flatMap((table) => table.objects)).size;
  const minute = (instant: string) => instant.slice(0, 16).replace('T', ' ');
  const range = `${minute(from)} to ${minute(to)} UTC`;
  const fed = `${count(tables.length, 'table')} from ${count(objects, 'stored object')}`;
  return `ran from ${range} after ${count(startup, 'start-up candle')}, fed ${fed}`;
}

function describeWarning({ text, count: times, line }: FinishedBacktest['result']['warnings'][number]): string {
  const place = line === undefined ? '' : `, line ${line}`;
  return `warning (${count(times, 'time')}${place}): ${text}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
