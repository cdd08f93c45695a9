import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { ResponseOf, Sendable } from '@platform/rpc/grpc';
import type { StrategyRefusal } from './backtests/creation.js';
import type { FinishedBacktest } from './backtests/store.js';
import { breakdownOf, type PeriodResults } from './frameworks/breakdown.js';
import type { BacktestChecks, RecursiveCheck } from './frameworks/checks.js';
import type { FrameworkDescription, StrategyFinding } from './frameworks/framework.js';
import type { StoredTrade } from './records/output.js';
import type { BacktestSummary, BacktestView, StoredResult } from './records/record.js';

type Response<Name extends keyof RuntimeServiceDefinition> = Sendable<ResponseOf<RuntimeServiceDefinition, Name>>;
type BacktestMessage = Response<'BatchGetBacktests'>['backtests'][number];
type Figures = NonNullable<BacktestSummary['result']>;
type StoredData = NonNullable<StoredResult['data']>;

/** A framework as `ListFrameworks` shows it. */
export function toFrameworkMessage(framework: FrameworkDescription): Response<'ListFrameworks'>['frameworks'][number] {
  return { ...framework };
}

/** A backtest as every call shows it. */
export function toBacktestMessage({ result, ...backtest }: BacktestView): BacktestMessage {
  return { ...toMessage(backtest), result: result === undefined ? null : toResultMessage(result) };
}

/** A backtest as lists show it. */
export function toSummaryMessage({ result, ...backtest }: BacktestSummary): BacktestMessage {
  if (result === undefined) return { ...toMessage(backtest), result: null };
  const noTables = { perPair: [], perExitReason: [], warnings: [], equityCurve: null, data: null, breakdown: null };
  return { ...toMessage(backtest), result: { ...toFigures(result), ...noTables } };
}

/** What a strategy would be refused for. */
export function toCheckMessage(refusal: StrategyRefusal): Response<'CheckStrategy'>['check'] {
  if (refusal === undefined) return { findings: [] };
  return { code: refusal.kind, findings: refusal.findings.map(toFindingMessage) };
}

function toFindingMessage({ line, text }: StrategyFinding): { line: number | undefined; text: string } {
  return { line: line ?? undefined, text };
}

function toMessage(backtest: Omit<BacktestView, 'result'>): BacktestMessage {
  const { _id: id, name, status, framework, venue, release, range, progress, legacyResult, error, checks } = backtest;
  return {
    id,
    name,
    status,
    held: backtest.held ?? false,
    framework,
    venue,
    release,
    range,
    codeSha256: backtest.codeSha256,
    configSha256: backtest.configSha256,
    seed: backtest.seed,
    symbols: [...backtest.symbols],
    canonicalSymbols: [...backtest.canonicalSymbols],
    createdAtMs: backtest.createdAt?.getTime(),
    startedAtMs: backtest.startedAt?.getTime(),
    finishedAtMs: backtest.finishedAt?.getTime(),
    deletedAtMs: backtest.deletedAt?.getTime(),
    progress: progress === undefined ? null : toProgressMessage(progress),
    result: null,
    legacyResult: legacyResult ?? null,
    error: error === undefined ? null : toErrorMessage(error),
    checks: checks === undefined ? null : toChecksMessage(checks),
  };
}

function toProgressMessage({
  fraction,
  simulatedAt,
}: NonNullable<BacktestView['progress']>): BacktestMessage['progress'] {
  return { fraction, simulatedAtMs: simulatedAt.getTime() };
}

/** The file of a finished backtest, without its trades. */
export function toResultFileMessage(finished: FinishedBacktest): Response<'GetBacktestResultFile'>['file'] {
  const message = 'whole' in finished ? toBacktestMessage(finished.whole) : toSummaryMessage(finished.figures);
  const { id, framework, venue, symbols, range, result } = message;
  return { id, strategyName: finished.strategyName, framework, venue, symbols, range, result };
}

/** A trade as lists show it. */
export function toTradeMessage({ entryTag, ...trade }: StoredTrade): Response<'ListBacktestTrades'>['trades'][number] {
  return { ...trade, entryTag: entryTag ?? undefined };
}

function toResultMessage(result: StoredResult): BacktestMessage['result'] {
  const { equityTMs, equity, perPair, perExitReason, data, warnings, days, ...figures } = result;
  return {
    ...toFigures(figures),
    perPair: [...perPair],
    perExitReason: [...perExitReason],
    equityCurve: { tMs: [...equityTMs], equity: [...equity] },
    data: data === undefined ? null : toDataMessage(data),
    breakdown: days === undefined ? null : toBreakdownMessage(days),
    warnings: warnings.map(({ line, ...warning }) => ({ ...warning, line: line ?? undefined })),
  };
}

/** No trade's profit holds any funding: where there is some, that has to be said. */
function toFigures({ recomputed, ...figures }: Figures) {
  const tradePnlModel = figures.fundingPnl === undefined ? undefined : 'price_and_fees';
  return { ...figures, recomputed: [...recomputed], tradePnlModel };
}

function toBreakdownMessage(days: PeriodResults): NonNullable<BacktestMessage['result']>['breakdown'] {
  const { day, week, month } = breakdownOf(days);
  return { day: toPeriods(day), week: toPeriods(week), month: toPeriods(month) };
}

function toPeriods({ startMs, profitAbs, trades, wins, draws, losses }: PeriodResults) {
  return {
    startMs: [...startMs],
    profitAbs: [...profitAbs],
    trades: [...trades],
    wins: [...wins],
    draws: [...draws],
    losses: [...losses],
  };
}

function toDataMessage({ tables, funding = [], ...range }: StoredData): NonNullable<BacktestMessage['result']>['data'] {
  return {
    ...range,
    tables: tables.map(({ aggregatedFrom, objects, ...table }) => ({
      ...table,
      aggregatedFrom: aggregatedFrom ?? undefined,
      objects: [...objects],
    })),
    funding: funding.map(({ objects, ...fed }) => ({ ...fed, objects: [...objects] })),
  };
}

function toChecksMessage({ lookahead, recursive }: BacktestChecks): BacktestMessage['checks'] {
  return {
    lookahead:
      lookahead === undefined ? null : { ...lookahead, biasedIndicators: [...(lookahead.biasedIndicators ?? [])] },
    recursive: recursive === undefined ? null : toRecursiveMessage(recursive),
  };
}

function toRecursiveMessage({ indicators = [], lookaheadIndicators = [], ...check }: RecursiveCheck) {
  return {
    ...check,
    indicators: indicators.map(({ indicator, differences }) => ({
      indicator,
      differences: differences.map(({ startupCandles, differencePct }) => ({
        startupCandles,
        differencePct: differencePct ?? undefined,
      })),
    })),
    lookaheadIndicators: [...lookaheadIndicators],
  };
}

function toErrorMessage({ code, message, findings }: NonNullable<BacktestView['error']>): BacktestMessage['error'] {
  return { code, message, details: findings.map(toFindingMessage) };
}
