import { z } from 'zod';
import type { BacktestTrade, TradeSummary } from '../framework.js';

/** What the bare `freqtrade backtesting` command exports, in the platform's terms. */
export interface BareResult {
  readonly figures: Readonly<Record<string, number>>;
  readonly perPair: Readonly<Record<string, TradeSummary>>;
  readonly perExitReason: readonly ({ readonly reason: string } & TradeSummary)[];
  readonly finalBalance: number;
  /** First and last candle of the run. */
  readonly range: readonly [fromMs: number, toMs: number];
  readonly trades: readonly BacktestTrade[];
}

const summaries = z.array(
  z.object({
    key: z.string(),
    profit_total: z.number(),
    profit_total_abs: z.number(),
    trades: z.number(),
    wins: z.number(),
  }),
);

const exported = z.object({
  profit_total: z.number(),
  market_change: z.number(),
  max_drawdown_account: z.number(),
  total_trades: z.number(),
  winrate: z.number(),
  profit_factor: z.number(),
  sharpe: z.number(),
  final_balance: z.number(),
  backtest_start_ts: z.number(),
  backtest_end_ts: z.number(),
  results_per_pair: summaries,
  exit_reason_summary: summaries,
  trades: z.array(
    z.object({
      pair: z.string(),
      is_short: z.boolean(),
      open_timestamp: z.number(),
      close_timestamp: z.number(),
      open_rate: z.number(),
      close_rate: z.number(),
      amount: z.number(),
      stake_amount: z.number(),
      leverage: z.number(),
      fee_open: z.number(),
      fee_close: z.number(),
      orders: z.array(z.object({ amount: z.number(), safe_price: z.number(), ft_is_entry: z.boolean() })),
      profit_abs: z.number(),
      profit_ratio: z.number(),
      enter_tag: z.string().nullable(),
      exit_reason: z.string(),
    }),
  ),
});

/** Reads one strategy's part of the document that `--export trades` writes. */
export function parseExport(document: unknown): BareResult {
  const result = exported.parse(document);
  return {
    figures: {
      profitTotalPct: result.profit_total * 100,
      marketChangePct: result.market_change * 100,
      maxDrawdownPct: result.max_drawdown_account * 100,
      trades: result.total_trades,
      winRate: result.winrate,
      profitFactor: result.profit_factor,
      sharpe: result.sharpe,
    },
    perPair: Object.fromEntries(summariesOf(result.results_per_pair)),
    perExitReason: summariesOf(result.exit_reason_summary).map(([reason, summary]) => ({ reason, ...summary })),
    finalBalance: result.final_balance,
    range: [result.backtest_start_ts, result.backtest_end_ts],
    trades: result.trades.map((trade) => ({
      symbol: trade.pair,
      side: trade.is_short ? 'short' : 'long',
      openedAtMs: trade.open_timestamp,
      closedAtMs: trade.close_timestamp,
      openRate: trade.open_rate,
      closeRate: trade.close_rate,
      amount: trade.amount,
      stakeAmount: trade.stake_amount,
      leverage: trade.leverage,
      feesAbs: trade.orders.reduce(
        (sum, { amount, safe_price: price, ft_is_entry: isEntry }) =>
          sum + amount * price * (isEntry ? trade.fee_open : trade.fee_close),
        0,
      ),
      profitAbs: trade.profit_abs,
      profitRatio: trade.profit_ratio,
      // The engine's own word for no tag is an empty one.
      entryTag: trade.enter_tag || null,
      exitReason: trade.exit_reason,
    })),
  };
}

function summariesOf(rows: z.output<typeof summaries>): [key: string, summary: TradeSummary][] {
  return rows
    .filter(({ key }) => key !== 'TOTAL')
    .map(({ key, profit_total: profit, profit_total_abs: profitAbs, trades, wins }) => [
      key,
      { profitPct: profit * 100, profitAbs, trades, wins },
    ]);
}
