import type { BacktestJob, BacktestOutcome, BacktestTrade, CandleFile, FedTable } from '../framework.js';
import { tableKey } from '../supplied-tables.js';
import type { TradeTally } from '../trade-tally.js';
import type { ResultFrame, TradeFrame } from './frames.js';
import type { WorkerJob, WorkerOutcome } from './worker.js';

/** A backtest as the harness reads it. */
export function toWorkerJob(job: BacktestJob): WorkerJob {
  return {
    files: job.candles.map((file) => file.path),
    header: (fileBytes) => ({
      code: job.source.code,
      config: job.source.config,
      symbols: job.source.symbols,
      strategy_class: job.source.strategyClass ?? null,
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

/**
 * The harness's answer in the platform's terms; `fed` are the files that the platform itself gave it, `tally` what its trades
 * come to.
 */
export function toOutcome(outcome: WorkerOutcome, fed: readonly CandleFile[], tally: TradeTally): BacktestOutcome {
  if (outcome.kind === 'finished') {
    const { result } = outcome;
    return { kind: 'finished', result: tally.check(toResult(result, fed), result.starting_balance) };
  }
  const { code, message, line, claimed } = outcome;
  const findings = code === 'strategy_failed' || line !== null ? [{ line, text: message }] : [];
  return { kind: 'error', code, message, findings, claimed };
}

/** A trade of the harness in the platform's terms. */
export function toTrade(trade: TradeFrame): BacktestTrade {
  return {
    symbol: trade.symbol,
    side: trade.side,
    openedAtMs: trade.opened_at_ms,
    closedAtMs: trade.closed_at_ms,
    openRate: trade.open_rate,
    closeRate: trade.close_rate,
    amount: trade.amount,
    stakeAmount: trade.stake_amount,
    leverage: trade.leverage,
    feesAbs: trade.fees_abs,
    profitAbs: trade.profit_abs,
    profitRatio: trade.profit_ratio,
    entryTag: trade.entry_tag,
    exitReason: trade.exit_reason,
  };
}

function toResult(frame: ResultFrame, fed: readonly CandleFile[]): Parameters<TradeTally['check']>[0] {
  return {
    profitTotalPct: frame.profit_total_pct,
    marketChangePct: frame.market_change_pct,
    maxDrawdownPct: frame.max_drawdown_pct,
    trades: frame.trades,
    winRate: frame.win_rate,
    profitFactor: frame.profit_factor,
    sharpe: frame.sharpe,
    perPair: frame.per_pair.map((pair) => ({ symbol: pair.symbol, ...toSummary(pair) })),
    perExitReason: frame.per_exit_reason.map((row) => ({ reason: row.reason, ...toSummary(row) })),
    equityTMs: frame.equity_curve.t_ms,
    equity: frame.equity_curve.equity,
    data: {
      fromMs: frame.data.from_ms,
      toMs: frame.data.to_ms,
      startupCandles: frame.data.startup_candles,
      tables: toFedTables(frame.data.tables, fed),
    },
    warnings: frame.warnings,
  };
}

function toSummary(row: ResultFrame['per_pair'][number] | ResultFrame['per_exit_reason'][number]) {
  return { profitPct: row.profit_pct, profitAbs: row.profit_abs, trades: row.trades, wins: row.wins };
}

/** What the worker says it read of each table, with the digests of what the platform gave it. */
function toFedTables(tables: ResultFrame['data']['tables'], fed: readonly CandleFile[]): FedTable[] {
  const files = Map.groupBy(fed, ({ symbol, timeframe }) => tableKey(symbol, timeframe));
  return tables.map((table) => {
    const stored = files.get(tableKey(table.symbol, table.aggregated_from ?? table.timeframe)) ?? [];
    return {
      symbol: table.symbol,
      timeframe: table.timeframe,
      aggregatedFrom: table.aggregated_from,
      fromMs: table.from_ms,
      toMs: table.to_ms,
      rows: table.rows,
      objects: stored.map(({ sha256 }) => sha256),
    };
  });
}
