import { z } from 'zod';
import type { BacktestFieldsFragment, BacktestSummaryFieldsFragment } from '../../../generated/operations.js';
import { count, number, text, timestamp } from '../../fields.js';
import { breakdown, toBreakdown } from './breakdown.js';

/** A market of a backtest. */
export const symbol = text('Framework alias', 'BTC/USDC:USDC');

const percent = number('Percent', 4.2);

const profitAbs = number('Profit in the stake currency', 42.1);

const wins = count('Its trades that won', 7);

/** Extent of the data that a run read, and its objects. */
const rows = (item: string, name: string, example: number) => ({
  from: timestamp.describe(`First ${item}`),
  to: timestamp.describe(`Last ${item}`),
  rows: count(name, example),
  objects: z
    .array(text('SHA-256, lower-case hex', '0123456789abcdef'.repeat(4)))
    .describe('Stored objects that it was read from, ordered by time'),
});

const data = z
  .object({
    from: timestamp.describe(
      'First candle of the run: later than the start of its range if start-up candles were missing',
    ),
    to: timestamp.describe('Last candle of the run'),
    startup_candles: count('Candles before the range that the indicators could start up with', 30),
    tables: z
      .array(
        z
          .object({
            symbol,
            timeframe: text('Timeframe', '4h'),
            aggregated_from: text('Stored timeframe that it was aggregated from', '1h')
              .exactOptional()
              .describe('Stored timeframe that it was aggregated from; absent if this timeframe is stored'),
            ...rows('candle', 'Candles', 774),
          })
          .meta({ id: 'BacktestTable', description: 'A table that a run read' }),
      )
      .describe('Tables of candles that the run read'),
    funding: z
      .array(
        z
          .object({ symbol, ...rows('payment', 'Payments', 720) })
          .meta({ id: 'BacktestFunding', description: 'The funding payments of a market that a run read' }),
      )
      .describe('Funding that the run read; empty if it has none'),
  })
  .describe(
    'The data that the run read, and the range that it covered; absent for a run from before this was recorded',
  );

const warning = z
  .object({
    text: text('Text of the warning', 'A value is trying to be set on a copy of a slice'),
    count: count('How often it occurred', 3),
    line: count('Line of the strategy file', 12).exactOptional().describe('Absent if there is none'),
  })
  .meta({ id: 'BacktestWarning', description: 'A warning of the framework or a library' });

/** Summary figures of a finished run. */
export const figures = z
  .object({
    profit_total_pct: percent.describe('Profit of all trades after fees, plus funding, in percent'),
    total_pnl: number('Profit of all trades after fees, plus funding, in the stake currency', 42.1)
      .exactOptional()
      .describe('Profit of all trades after fees, plus funding; absent for a run from before this was recorded'),
    starting_balance: number('In the stake currency', 1000)
      .exactOptional()
      .describe('Balance at the start, in the stake currency; absent for a run from before this was recorded'),
    ending_balance: number('In the stake currency', 1042.1)
      .exactOptional()
      .describe('Balance at the end, in the stake currency; absent for a run from before this was recorded'),
    funding_pnl: number('Funding received less funding paid', -3.2)
      .exactOptional()
      .describe('Funding received less funding paid, in the stake currency; absent if the run has no funding'),
    trade_pnl_model: z
      .enum(['price_and_fees'])
      .exactOptional()
      .describe('What the profit of a trade includes: no funding; present with funding_pnl'),
    market_change_pct: percent.describe('Gain of buying and holding over the window, in percent'),
    max_drawdown_pct: percent,
    trades: count('Number of closed trades', 12),
    win_rate: number('Share of the trades that won, from 0 to 1', 0.58),
    profit_factor: number('Profit of the trades that won, divided by the loss of those that lost', 1.3),
    sharpe: number('Sharpe ratio, as the framework computes it', 1.1),
    recomputed: z
      .array(text('Name of a figure', 'profit_total_pct'))
      .describe(
        'Figures that the platform recomputed from the trades because the run reported different ones; empty unless the ' +
          'strategy interfered',
      ),
  })
  .meta({ id: 'BacktestFigures', description: 'Summary figures of a finished backtest' });

/** The result of a finished run. */
export const result = figures
  .extend({
    per_pair: z.array(
      z
        .object({
          symbol,
          profit_pct: percent,
          profit_abs: profitAbs
            .exactOptional()
            .describe('In the stake currency; absent for a run from before this was recorded'),
          trades: count('Number of its trades', 12),
          wins: wins.exactOptional().describe('Its trades that won; absent for a run from before this was recorded'),
        })
        .meta({ id: 'PairResult', description: 'What one market contributed' }),
    ),
    per_exit_reason: z
      .array(
        z
          .object({
            reason: text('The term of the framework or the strategy', 'roi'),
            profit_pct: percent,
            profit_abs: profitAbs,
            trades: count('Number of trades that ended for it', 12),
            wins,
          })
          .meta({ id: 'ExitReasonResult', description: 'What one exit reason contributed' }),
      )
      .describe('What the trades of each exit reason contributed, most profitable first'),
    equity_curve: z
      .array(
        z
          .object({ t: timestamp, equity: number('Value of the account, US dollars', 1012.5) })
          .meta({ id: 'EquityPoint', description: 'The account at one time' }),
      )
      .describe('One point per UTC day plus the final point'),
    breakdown: breakdown.exactOptional(),
    data: data.exactOptional(),
    warnings: z.array(warning).describe('Warnings of the framework and its libraries, each listed once'),
  })
  .meta({ id: 'BacktestResult', description: 'The result of a finished backtest' });

type Figures = NonNullable<BacktestSummaryFieldsFragment['result']>;
type Result = NonNullable<BacktestFieldsFragment['result']>;

/** Returns the figures in their REST form. */
export function toFigures(shown: Figures): z.input<typeof figures> {
  return {
    profit_total_pct: shown.profitTotalPct,
    ...(shown.totalPnl === null ? {} : { total_pnl: shown.totalPnl }),
    ...(shown.startingBalance === null ? {} : { starting_balance: shown.startingBalance }),
    ...(shown.endingBalance === null ? {} : { ending_balance: shown.endingBalance }),
    ...(shown.fundingPnl === null ? {} : { funding_pnl: shown.fundingPnl }),
    ...(shown.tradePnlModel === null ? {} : { trade_pnl_model: shown.tradePnlModel }),
    market_change_pct: shown.marketChangePct,
    max_drawdown_pct: shown.maxDrawdownPct,
    trades: shown.trades,
    win_rate: shown.winRate,
    profit_factor: shown.profitFactor,
    sharpe: shown.sharpe,
    recomputed: shown.recomputed.map(snakeCase),
  };
}

/** Returns the result in its REST form. */
export function toResult(shown: Result): z.input<typeof result> {
  const { t, equity } = shown.equityCurve;
  return {
    ...toFigures(shown),
    per_pair: shown.perPair.map((pair) => ({
      symbol: pair.symbol,
      profit_pct: pair.profitPct,
      trades: pair.trades,
      ...(pair.profitAbs === null ? {} : { profit_abs: pair.profitAbs }),
      ...(pair.wins === null ? {} : { wins: pair.wins }),
    })),
    per_exit_reason: shown.perExitReason.map(({ reason, profitPct, profitAbs, trades, wins }) => ({
      reason,
      profit_pct: profitPct,
      profit_abs: profitAbs,
      trades,
      wins,
    })),
    equity_curve: t.map((time, index) => ({ t: time, equity: equity[index] ?? Number.NaN })),
    ...(shown.breakdown === null ? {} : { breakdown: toBreakdown(shown.breakdown) }),
    ...(shown.data === null ? {} : { data: toData(shown.data) }),
    warnings: shown.warnings.map(({ text, count, line }) => ({ text, count, ...(line === null ? {} : { line }) })),
  };
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toData({ from, to, startupCandles, tables, funding }: NonNullable<Result['data']>): z.input<typeof data> {
  return {
    from,
    to,
    startup_candles: startupCandles,
    tables: tables.map(({ aggregatedFrom, ...table }) => ({
      ...table,
      ...(aggregatedFrom === null ? {} : { aggregated_from: aggregatedFrom }),
    })),
    funding,
  };
}
