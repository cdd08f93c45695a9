import { venueRow } from '@platform/venues/registry';
import type { CheckName } from '../../checks.js';
import type {
  BacktestJob,
  BacktestOutcome,
  BacktestTrade,
  CandleFile,
  FedTable,
  FundingFile,
  PredictionFacts,
} from '../../framework.js';
import { tableKey } from '../../supplied-tables.js';
import type { TradeTally } from '../../trade-tally.js';
import type { ResultFrame, TradeFrame } from './frames.js';
import type { WorkerJob, WorkerOutcome } from './worker.js';

/** The files that the platform itself gave a run. */
export interface FedFiles {
  readonly candles: readonly CandleFile[];
  readonly funding: readonly FundingFile[];
}

/** A backtest as the harness reads it, or one check of its strategy. */
export function toWorkerJob(job: BacktestJob, check: CheckName | null = null): WorkerJob {
  return {
    files: [...job.candles, ...job.funding].map((file) => file.path),
    header: (fileBytes) => ({
      code: job.source.code,
      config_json: job.source.configJson,
      has_every_candle: venueRow(job.venue).hasEveryCandle,
      symbols: job.source.symbols,
      strategy_class: job.source.strategyClass ?? null,
      from_ms: job.fromMs,
      to_ms: job.toMs,
      fee_rate: job.feeRate,
      seed: job.seed,
      check,
      instruments: job.instruments.map((instrument) => ({
        symbol: instrument.symbol,
        kind: instrument.kind,
        size_decimals: instrument.sizeDecimals,
        tick_size: instrument.tickSize,
        max_leverage: instrument.maxLeverage,
        mark_price: instrument.markPrice,
        prediction: toPrediction(instrument.prediction),
      })),
      candles: job.candles.map(({ symbol, timeframe }, index) => ({ symbol, timeframe, bytes: fileBytes[index] })),
      funding: job.funding.map(({ symbol }, index) => ({ symbol, bytes: fileBytes[job.candles.length + index] })),
    }),
  };
}

function toPrediction(prediction: PredictionFacts | undefined): object | null {
  if (prediction === undefined) return null;
  const { question, outcome, endDateMs, resolution, takerFees } = prediction;
  const known = { resolution: resolution ?? null, taker_fees: takerFees ?? null };
  return { question, outcome, end_date_ms: endDateMs, ...known };
}

const NO_CHECK: BacktestOutcome = {
  kind: 'error',
  code: 'strategy_failed',
  message: 'the run answered with a check that it was not asked for',
  findings: [],
  claimed: true,
};

/**
 * Converts the harness's answer to the platform's terms; `fed` are the files that the platform itself gave it, `tally` what its trades
 * come to.
 */
export function toOutcome(outcome: WorkerOutcome, fed: FedFiles, tally: TradeTally): BacktestOutcome {
  if (outcome.kind === 'finished') {
    const { result } = outcome;
    return { kind: 'finished', result: tally.check(toResult(result, fed), result.starting_balance) };
  }
  if (outcome.kind === 'checked') return NO_CHECK;
  const { code, message, line, claimed, killed } = outcome;
  const findings = code === 'strategy_failed' || line !== null ? [{ line, text: message }] : [];
  return { kind: 'error', code, message, findings, claimed, ...(killed && { killed }) };
}

/** Converts a trade of the harness to the platform's terms. */
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

function toResult(frame: ResultFrame, fed: FedFiles): Parameters<TradeTally['check']>[0] {
  // A run that was fed no funding can have none, whatever it says: the sum counts as money beside the trades.
  const fundingPnl = fed.funding.length > 0 ? frame.funding_pnl : undefined;
  return {
    ...(fundingPnl !== undefined && { fundingPnl }),
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
      tables: toFedTables(frame.data.tables, fed.candles),
      funding: frame.data.funding.flatMap(({ symbol, rows, from_ms: fromMs, to_ms: toMs }) => {
        const objects = fed.funding.filter((file) => file.symbol === symbol).map(({ sha256 }) => sha256);
        return objects.length === 0 ? [] : [{ symbol, fromMs, toMs, rows, objects }];
      }),
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
