import { PlatformError } from '@platform/errors';
import type {
  BacktestBreakdown as BacktestBreakdownMessage,
  BacktestChecks as BacktestChecksMessage,
  BacktestData as BacktestDataMessage,
  BacktestError as BacktestErrorMessage,
  BacktestFramework as BacktestFrameworkMessage,
  Backtest as BacktestMessage,
  BacktestResult as BacktestResultMessage,
  PeriodResults as PeriodResultsMessage,
} from '@platform/protos/runtime';
import { marketId } from '@platform/rpc/subgraph';
import type { Backtest } from './schema/backtest.js';
import type { BacktestBreakdown, PeriodResults } from './schema/breakdown.js';
import type { BacktestChecks } from './schema/checks.js';
import type { BacktestData } from './schema/data.js';
import type { BacktestError, BacktestResult, ResultTables } from './schema/outcome.js';

/** Fetches a complete backtest. */
export type WholeOf = (backtestId: string) => Promise<Backtest>;

/** Returns a backtest in its GraphQL form, with its whole result. */
export function toBacktest(message: BacktestMessage): Backtest {
  const checks = message.checks == null ? undefined : toChecks(message.checks);
  return { ...toGraph(message, (result) => ({ ...result, ...toTables(result) })), checks };
}

/** Returns a backtest of a list: the tables of its result and of its checks are fetched only when a query selects them. */
export function toSummary(message: BacktestMessage, wholeOf: WholeOf): Backtest {
  const load = () => wholeOf(message.id);
  const checks = message.checks == null ? undefined : withLaterFindings(toChecks(message.checks), load);
  return { ...toGraph(message, (result) => withLaterTables(result, () => load().then(resultOf))), checks };
}

function resultOf({ result }: Backtest): BacktestResult {
  if (result === undefined) throw new PlatformError('backtest_not_found');
  return result;
}

function toGraph(
  { checks: _checks, ...message }: BacktestMessage,
  toResult: (result: BacktestResultMessage) => BacktestResult,
): Omit<Backtest, 'checks'> {
  const { canonicalSymbols, createdAtMs, startedAtMs, finishedAtMs, deletedAtMs, framework, range, progress, ...same } =
    message;
  if (framework === null || framework === undefined || range === null || range === undefined)
    throw new Error('the runtime service answered half a backtest');
  return {
    ...same,
    framework: toVersion(framework),
    range,
    markets: canonicalSymbols.map((symbol) => {
      const market = { venue: message.venue, symbol };
      return { id: marketId(market), ...market };
    }),
    createdAt: toDate(createdAtMs),
    startedAt: toDate(startedAtMs),
    finishedAt: toDate(finishedAtMs),
    deletedAt: toDate(deletedAtMs),
    progress:
      progress == null ? undefined : { fraction: progress.fraction, simulatedAt: new Date(progress.simulatedAtMs) },
    result: message.result == null ? undefined : toResult(message.result),
    legacyResult: message.legacyResult ?? undefined,
    error: message.error == null ? undefined : toError(message.error),
  };
}

/** Returns a framework in its GraphQL form, with one id per version. */
export function toVersion<Message extends BacktestFrameworkMessage>({ id: name, ...same }: Message) {
  return { ...same, id: [name, same.imageDigest].filter(Boolean).join('@'), name };
}

/** Returns a trade in its GraphQL form. */
export function toTrade<Message extends { readonly openedAtMs: number; readonly closedAtMs: number }>({
  openedAtMs,
  closedAtMs,
  ...same
}: Message) {
  return {
    ...same,
    openedAt: new Date(openedAtMs),
    closedAt: new Date(closedAtMs),
    durationSeconds: Math.round((closedAtMs - openedAtMs) / 1_000),
  };
}

/** Returns a result whose tables are fetched later: the default resolver reads a property when a query selects it. */
export function withLaterTables(
  result: Omit<BacktestResultMessage, ResultTables>,
  load: () => Promise<BacktestResult>,
): BacktestResult {
  return {
    ...result,
    get perPair() {
      return load().then(({ perPair }) => perPair);
    },
    get perExitReason() {
      return load().then(({ perExitReason }) => perExitReason);
    },
    get equityCurve() {
      return load().then(({ equityCurve }) => equityCurve);
    },
    get breakdown() {
      return load().then(({ breakdown }) => breakdown);
    },
    get data() {
      return load().then(({ data }) => data);
    },
    get warnings() {
      return load().then(({ warnings }) => warnings);
    },
  };
}

function toChecks({ lookahead, recursive }: BacktestChecksMessage): BacktestChecks {
  return { lookahead: lookahead ?? undefined, recursive: recursive ?? undefined };
}

function withLaterFindings({ lookahead, recursive }: BacktestChecks, load: () => Promise<Backtest>): BacktestChecks {
  return {
    lookahead: lookahead && {
      ...lookahead,
      get biasedIndicators() {
        return load().then(({ checks }) => checks?.lookahead?.biasedIndicators ?? []);
      },
    },
    recursive: recursive && {
      ...recursive,
      get indicators() {
        return load().then(({ checks }) => checks?.recursive?.indicators ?? []);
      },
      get lookaheadIndicators() {
        return load().then(({ checks }) => checks?.recursive?.lookaheadIndicators ?? []);
      },
    },
  };
}

/** Returns the tables of a whole result in their GraphQL form. */
export function toTables({
  perPair,
  perExitReason,
  equityCurve,
  breakdown,
  data,
  warnings,
}: BacktestResultMessage): Required<Pick<BacktestResult, ResultTables>> {
  if (equityCurve == null) throw new Error('the runtime service answered half a result');
  return {
    perPair,
    perExitReason,
    warnings,
    equityCurve: { t: equityCurve.tMs, equity: equityCurve.equity },
    breakdown: breakdown == null ? undefined : toBreakdown(breakdown),
    data: data == null ? undefined : toData(data),
  };
}

function toData({ tables, funding, ...same }: BacktestDataMessage): BacktestData {
  return { ...withDates(same), tables: tables.map(withDates), funding: funding.map(withDates) };
}

function withDates<Message extends { fromMs: number; toMs: number }>({ fromMs, toMs, ...same }: Message) {
  return { ...same, from: new Date(fromMs), to: new Date(toMs) };
}

function toBreakdown({ day, week, month }: BacktestBreakdownMessage): BacktestBreakdown {
  return { day: toPeriods(day), week: toPeriods(week), month: toPeriods(month) };
}

function toPeriods(message: PeriodResultsMessage | null): PeriodResults {
  if (message === null) throw new Error('the runtime service answered half a breakdown');
  const { startMs, ...columns } = message;
  return { start: startMs, ...columns };
}

function toError({ code, message, details }: BacktestErrorMessage): BacktestError {
  return { code, message, details };
}

function toDate(timeMs: number | undefined): Date | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs);
}
