import { z } from 'zod';
import type { BacktestFieldsFragment, BacktestSummaryFieldsFragment } from '../../../generated/operations.js';
import { count, number, text } from '../../fields.js';

const status = z
  .enum(['pending', 'passed', 'failed', 'error'])
  .describe('pending until the backtest ends; failed: the check found a bias; error: it could not run');

const message = text('Why it could not run', 'too few trades caught (3/10).Test failed.')
  .exactOptional()
  .describe('Why it could not run; present with the status error');

const column = text('Column of the dataframe', 'ema_200');

const columns = z.array(column).describe('Columns that depended on later candles, the first 200');

const absent = 'absent until it has run';

const lookaheadFigures = z.object({
  status,
  message,
  total_signals: count('Trades', 20).exactOptional().describe(`Trades that were examined; ${absent}`),
  biased_entry_signals: count('Entries', 3)
    .exactOptional()
    .describe(`Trades whose entry depended on later candles; ${absent}`),
  biased_exit_signals: count('Exits', 2)
    .exactOptional()
    .describe(`Trades whose exit depended on later candles; ${absent}`),
});

const recursiveFigures = z.object({
  status,
  message,
  startup_candles: count('Candles', 30)
    .exactOptional()
    .describe(`The strategy's own number of start-up candles; ${absent}`),
});

const recursiveIndicator = z
  .object({
    indicator: column,
    differences: z
      .array(
        z
          .object({
            startup_candles: count('Number of start-up candles', 199),
            difference_pct: number('Percent', -0.031)
              .nullable()
              .describe('In percent of the value with all candles; null if the two values have no ratio'),
          })
          .meta({ id: 'StartupDifference', description: 'Difference of an indicator at a number of start-up candles' }),
      )
      .describe('One entry per number of start-up candles at which it differs, ascending, at most 20'),
  })
  .meta({ id: 'RecursiveIndicator', description: "How an indicator's last value depends on the candles before it" });

const lookahead = lookaheadFigures
  .extend({ biased_indicators: columns })
  .meta({ id: 'LookaheadCheck', description: "freqtrade's lookahead-analysis of the strategy" });

const recursive = recursiveFigures
  .extend({
    indicators: z.array(recursiveIndicator).describe('The indicators that differ, the first 200'),
    lookahead_indicators: columns,
  })
  .meta({ id: 'RecursiveCheck', description: "freqtrade's recursive-analysis of the strategy" });

const asked = 'Present if it was requested';

/** Results of the checks of a backtest. */
export const checks = z
  .object({
    lookahead: lookahead.exactOptional().describe(asked),
    recursive: recursive.exactOptional().describe(asked),
  })
  .meta({ id: 'BacktestChecks', description: 'Results of the checks of a strategy' });

/** The checks of a backtest of a list. */
export const checkFigures = z
  .object({
    lookahead: lookaheadFigures
      .meta({ id: 'LookaheadCheckSummary', description: "freqtrade's lookahead-analysis, without columns" })
      .exactOptional()
      .describe(asked),
    recursive: recursiveFigures
      .meta({ id: 'RecursiveCheckSummary', description: "freqtrade's recursive-analysis, without columns" })
      .exactOptional()
      .describe(asked),
  })
  .meta({ id: 'BacktestChecksSummary', description: 'Status of the checks of a strategy' });

type Figures = NonNullable<BacktestSummaryFieldsFragment['checks']>;
type Checks = NonNullable<BacktestFieldsFragment['checks']>;

/** Returns the checks in their list form. */
export function toCheckFigures({ lookahead: ahead, recursive: recursion }: Figures): z.input<typeof checkFigures> {
  return {
    ...(ahead && { lookahead: toLookaheadFigures(ahead) }),
    ...(recursion && { recursive: toRecursiveFigures(recursion) }),
  };
}

/** Returns the checks in their REST form. */
export function toChecks({ lookahead: ahead, recursive: recursion }: Checks): z.input<typeof checks> {
  return {
    ...(ahead && { lookahead: { ...toLookaheadFigures(ahead), biased_indicators: ahead.biasedIndicators } }),
    ...(recursion && {
      recursive: {
        ...toRecursiveFigures(recursion),
        indicators: recursion.indicators.map(({ indicator, differences }) => ({
          indicator,
          differences: differences.map(({ startupCandles, differencePct }) => ({
            startup_candles: startupCandles,
            difference_pct: differencePct,
          })),
        })),
        lookahead_indicators: recursion.lookaheadIndicators,
      },
    }),
  };
}

function toLookaheadFigures(check: NonNullable<Figures['lookahead']>): z.input<typeof lookaheadFigures> {
  const { status: ended, message: why, totalSignals, biasedEntrySignals, biasedExitSignals } = check;
  return {
    status: ended,
    ...(why !== null && { message: why }),
    ...(totalSignals !== null && { total_signals: totalSignals }),
    ...(biasedEntrySignals !== null && { biased_entry_signals: biasedEntrySignals }),
    ...(biasedExitSignals !== null && { biased_exit_signals: biasedExitSignals }),
  };
}

function toRecursiveFigures(check: NonNullable<Figures['recursive']>): z.input<typeof recursiveFigures> {
  const { status: ended, message: why, startupCandles } = check;
  return {
    status: ended,
    ...(why !== null && { message: why }),
    ...(startupCandles !== null && { startup_candles: startupCandles }),
  };
}
