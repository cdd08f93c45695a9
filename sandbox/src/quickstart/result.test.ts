import { expect, test } from '@jest/globals';
import { describeResult } from './result.js';

test('a result says what was traded, why trades ended, what was fed and what was warned of', () => {
  const result = {
    ...{
      total_pnl: 15,
      starting_balance: 1_000,
      ending_balance: 1_015,
      profit_total_pct: 1.5,
      market_change_pct: -2,
      max_drawdown_pct: 0.5,
      trades: 3,
      win_rate: 2 / 3,
    },
    ...{ profit_factor: 1.25, sharpe: 0.7, recomputed: ['trades', 'win_rate'] },
    per_pair: [
      { symbol: 'BTC/USDC:USDC', profit_pct: 2, trades: 2, wins: 2 },
      { symbol: 'ETH/USDC:USDC', profit_pct: -0.5, trades: 1, wins: 0 },
    ],
    per_exit_reason: [
      { reason: 'roi', profit_pct: 2, trades: 2, wins: 2 },
      { reason: 'stop_loss', profit_pct: -0.5, trades: 1, wins: 0 },
    ],
    data: {
      ...{ from: '2026-01-02T03:00:00.000Z', to: '2026-02-01T00:00:00.000Z', startup_candles: 30 },
      tables: [{ objects: ['a', 'b'] }, { objects: ['b'] }],
    },
    warnings: [
      { text: 'deprecated', count: 1 },
      { text: 'a copy of a slice', count: 7, line: 12 },
    ],
  };
  const range = { from: '2026-01-01', to: '2026-02-01' };
  expect(describeResult({ id: 'bt_1', status: 'finished', framework: {}, range, result }, 'dip.py').join('\n')).toBe(
    `Backtest bt_1: dip.py, 2026-01-01 to 2026-02-01

market         trades  won   profit
─────────────  ──────  ───  ───────
BTC/USDC:USDC       2    2   2.00 %
ETH/USDC:USDC       1    0  -0.50 %
TOTAL               3    2   1.50 %

exit reason  trades  won   profit
───────────  ──────  ───  ───────
roi               2    2   2.00 %
stop_loss         1    0  -0.50 %

market -2.00 % · max drawdown 0.50 % · win rate 66.7 % · profit factor 1.25 · sharpe 0.70
began with 1000.00 and ended with 1015.00: 15.00 in total
the platform recomputed: trades, win_rate; the run reported something else
ran from 2026-01-02 03:00 to 2026-02-01 00:00 UTC after 30 start-up candles, fed 2 tables from 2 stored objects
warning (1 time): deprecated
warning (7 times, line 12): a copy of a slice`,
  );
});
