import { z } from 'zod';
import type { BacktestTrade } from '../framework.js';

/** What the bare `freqtrade backtesting` command exports, in the platform's terms. */
export interface BareResult {
  readonly figures: Readonly<Record<string, number>>;
  readonly perPair: Readonly<Record<string, readonly [profitPct: number, trades: number]>>;
  readonly finalBalance: number;
  readonly trades: readonly BacktestTrade[];
}

const exported = z.object({
  profit_total: z.number(),
  market_change: z.number(),
  max_drawdown_account: z.number(),
  total_trades: z.number(),
  winrate: z.number(),
  profit_factor: z.number(),
  sharpe: z.number(),
  final_balance: z.number(),
  results_per_pair: z.array(z.object({ key: z.string(), profit_total: z.number(), trades: z.number() })),
  trades: z.array(
    z.object({
      pair: z.string(),
      is_short: z.boolean(),
      open_timestamp: z.number(),
      close_timestamp: z.number(),
      open_rate: z.number(),
      close_rate: z.number(),
      amount: z.number(),
      profit_abs: z.number(),
      profit_ratio: z.number(),
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
    perPair: Object.fromEntries(
      result.results_per_pair
        .filter((pair) => pair.key !== 'TOTAL')
        .map((pair) => [pair.key, [pair.profit_total * 100, pair.trades]]),
    ),
    finalBalance: result.final_balance,
    trades: result.trades.map((trade) => ({
      symbol: trade.pair,
      side: trade.is_short ? 'short' : 'long',
      openedAtMs: trade.open_timestamp,
      closedAtMs: trade.close_timestamp,
      openRate: trade.open_rate,
      closeRate: trade.close_rate,
      amount: trade.amount,
      profitAbs: trade.profit_abs,
      profitRatio: trade.profit_ratio,
      exitReason: trade.exit_reason,
    })),
  };
}
