import type { BacktestJob, BacktestOutcome, BacktestResult } from './framework.js';
import type { ResultFrame } from './python/frames.js';
import type { WorkerJob, WorkerOutcome } from './python/worker.js';

/** A backtest as the harness reads it. */
export function toWorkerJob(job: BacktestJob): WorkerJob {
  return {
    files: job.candles.map((file) => file.path),
    header: (fileBytes) => ({
      code: job.source.code,
      config: job.source.config,
      symbols: job.source.symbols,
      from_ms: job.fromMs,
      to_ms: job.toMs,
      fee_rate: job.feeRate,
      seed: job.seed,
      instruments: job.instruments.map((instrument) => ({
        symbol: instrument.symbol,
        size_decimals: instrument.sizeDecimals,
        max_leverage: instrument.maxLeverage,
        mark_price: instrument.markPrice,
      })),
      candles: job.candles.map(({ symbol, timeframe }, index) => ({ symbol, timeframe, bytes: fileBytes[index] })),
    }),
  };
}

/** The harness's answer in the platform's terms. */
export function toOutcome(outcome: WorkerOutcome): BacktestOutcome {
  if (outcome.kind === 'finished') return { kind: 'finished', result: toResult(outcome.result) };
  const { code, message, line } = outcome;
  const findings = code === 'strategy_failed' ? [{ line, text: message }] : [];
  return { kind: 'error', code, message, findings };
}

function toResult(frame: ResultFrame): BacktestResult {
  return {
    profitTotalPct: frame.profit_total_pct,
    marketChangePct: frame.market_change_pct,
    maxDrawdownPct: frame.max_drawdown_pct,
    trades: frame.trades,
    winRate: frame.win_rate,
    profitFactor: frame.profit_factor,
    sharpe: frame.sharpe,
    perPair: frame.per_pair.map((pair) => ({ symbol: pair.symbol, profitPct: pair.profit_pct, trades: pair.trades })),
    equityCurve: frame.equity_curve.map((point) => ({ tMs: point.t_ms, equity: point.equity })),
    tradeList: frame.trade_list.map((trade) => ({
      symbol: trade.symbol,
      side: trade.side,
      openedAtMs: trade.opened_at_ms,
      closedAtMs: trade.closed_at_ms,
      openRate: trade.open_rate,
      closeRate: trade.close_rate,
      amount: trade.amount,
      profitAbs: trade.profit_abs,
      profitRatio: trade.profit_ratio,
      exitReason: trade.exit_reason,
    })),
  };
}
