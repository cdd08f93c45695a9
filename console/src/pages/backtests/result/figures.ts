import { count, decimal, share, signedPercent, UNKNOWN, usd } from '../../../parts/format.js';

/** What the figures of a result are computed from. */
export interface Figured {
  readonly profitTotalPct: number;
  readonly marketChangePct: number;
  readonly maxDrawdownPct: number;
  readonly trades: number;
  readonly winRate: number;
  readonly profitFactor: number;
  readonly sharpe: number;
  readonly startingBalance: number | null;
  readonly endingBalance: number | null;
}

/** A figure of a result: what it is called, what it is, and how it is computed. */
export interface FigureOf<Result> {
  readonly id: string;
  readonly label: string;
  readonly text: (result: Result) => string;
  /** To compare with; more is better unless `isLessBetter`. Undefined where better and worse have no meaning. */
  readonly value?: (result: Result) => number | null;
  readonly isLessBetter?: boolean;
  readonly formula: string;
  /** What it is measured in or against, in a few words beside it. */
  readonly note?: (result: Result) => string | undefined;
}

/** The figures of a result, as the frameworks compute them. */
export const FIGURES: readonly FigureOf<Figured>[] = [
  {
    id: 'profit',
    label: 'Profit',
    text: ({ profitTotalPct }) => signedPercent(profitTotalPct),
    value: ({ profitTotalPct }) => profitTotalPct,
    formula:
      'profit of all trades after fees ÷ starting balance × 100; with the funding, where the framework applies it (see Funding)',
  },
  {
    id: 'market',
    label: 'Market change',
    text: ({ marketChangePct }) => signedPercent(marketChangePct),
    formula: 'the mean, over all markets, of last close ÷ first close − 1, × 100: what buying and holding gives',
  },
  {
    id: 'edge',
    label: 'Against the market',
    note: ({ profitTotalPct, marketChangePct }) => (profitTotalPct < marketChangePct ? 'below it' : 'above it'),
    text: ({ profitTotalPct, marketChangePct }) => signedPercent(profitTotalPct - marketChangePct),
    value: ({ profitTotalPct, marketChangePct }) => profitTotalPct - marketChangePct,
    formula: 'profit − market change, in percentage points',
  },
  {
    id: 'drawdown',
    label: 'Largest drawdown',
    text: ({ maxDrawdownPct }) => drawdown(maxDrawdownPct),
    value: ({ maxDrawdownPct }) => maxDrawdownPct,
    isLessBetter: true,
    formula: 'the lowest of (later balance − peak) ÷ peak × 100',
  },
  {
    id: 'trades',
    label: 'Trades',
    text: ({ trades }) => count(trades),
    formula: 'the number of closed trades',
  },
  {
    id: 'win-rate',
    label: 'Win rate',
    text: (result) => share(ofTrades(result, result.winRate)),
    value: (result) => ofTrades(result, result.winRate),
    formula: 'trades with a profit ÷ all trades',
  },
  {
    id: 'profit-factor',
    label: 'Profit factor',
    text: (result) => decimal(ofTrades(result, result.profitFactor), 2),
    value: (result) => ofTrades(result, result.profitFactor),
    formula: 'sum of gains ÷ sum of losses; 0 if nothing was lost',
  },
  {
    id: 'sharpe',
    label: 'Sharpe',
    text: (result) => decimal(ofTrades(result, result.sharpe), 2),
    value: (result) => ofTrades(result, result.sharpe),
    formula: 'of p = profit of each trade ÷ starting balance: sum(p) ÷ days ÷ standard deviation(p) × √365',
  },
  {
    id: 'expectancy',
    label: 'Per trade',
    text: (result) => signedPercent(perTrade(result)),
    value: perTrade,
    note: () => 'of the starting balance',
    formula: 'profit ÷ number of trades, in percent of the starting balance',
  },
  {
    id: 'balance',
    label: 'Balance at the end',
    text: ({ endingBalance }) => usd(round(endingBalance)),
    note: ({ startingBalance }) => `USDC; ${startingBalance === null ? UNKNOWN : usd(startingBalance)} at the start`,
    formula: 'ending balance = starting balance + profit of all trades + funding, in the stake currency (USDC)',
  },
];

/** A drawdown as the chart has it: below the peak. */
export function drawdown(percent: number | null | undefined): string {
  return percent === null || percent === undefined ? UNKNOWN : signedPercent(-percent);
}

/** Without trades there is no such figure; the platform then gives zero. */
function ofTrades({ trades }: Figured, value: number): number | null {
  return trades === 0 ? null : value;
}

function perTrade({ profitTotalPct, trades }: Figured): number | null {
  return trades === 0 ? null : profitTotalPct / trades;
}

function round(amount: number | null): string | null {
  return amount === null ? null : amount.toFixed(2);
}

/** Which of several results are the best in a figure, by their places; none where all are alike or lose, or it has no better. */
export function bestOf(figure: FigureOf<Figured>, results: readonly (Figured | null)[]): ReadonlySet<number> {
  const { value, isLessBetter = false } = figure;
  if (value === undefined) return new Set();
  const values = results.map((result) => (result === null ? null : value(result)));
  const known = values.filter((each) => each !== null);
  if (known.length < 2 || new Set(known).size === 1) return new Set();
  const best = isLessBetter ? Math.min(...known) : Math.max(...known);
  // The least loss is nothing to be proud of.
  if (!isLessBetter && best <= 0) return new Set();
  return new Set(values.flatMap((each, at) => (each === best ? [at] : [])));
}
