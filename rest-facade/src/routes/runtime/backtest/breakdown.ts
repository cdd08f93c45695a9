import { z } from 'zod';
import type { BacktestFieldsFragment } from '../../../generated/operations.js';
import { count, number, timestamp } from '../../fields.js';

const periods = z.array(
  z
    .object({
      start: timestamp.describe('When the period begins'),
      profit_abs: number('Profit of its trades in the stake currency', 12.1),
      trades: count('Number of trades closed in it', 4),
      wins: count('Its trades that won', 2),
      draws: count('Its trades that neither won nor lost', 0),
      losses: count('Its trades that lost', 2),
    })
    .meta({ id: 'PeriodResult', description: 'Results of the trades that were closed in a period' }),
);

/** Results of the trades of a run, by period. */
export const breakdown = z
  .object({
    day: periods.describe('By UTC day'),
    week: periods.describe('By ISO week, from Monday to Sunday'),
    month: periods.describe('By calendar month'),
  })
  .describe(
    'Results of the trades by the period in which they were closed, without periods that have no trade; absent for a run ' +
      'from before this was recorded',
  );

type Shown = NonNullable<NonNullable<BacktestFieldsFragment['result']>['breakdown']>;

/** Returns the breakdown in its REST form: its columns row by row. */
export function toBreakdown({ day, week, month }: Shown): z.input<typeof breakdown> {
  return { day: toRows(day), week: toRows(week), month: toRows(month) };
}

function toRows({ start, profitAbs, trades, wins, draws, losses }: Shown['day']): z.input<typeof periods> {
  const at = (column: readonly number[], row: number) => column[row] ?? Number.NaN;
  return start.map((time, row) => ({
    start: time,
    profit_abs: at(profitAbs, row),
    trades: at(trades, row),
    wins: at(wins, row),
    draws: at(draws, row),
    losses: at(losses, row),
  }));
}
