// Why: docs/decisions/runtime/backtest-records.md
import { canonicalHash } from '@platform/store/mongo';
import { z } from 'zod';
import type { LegacyResult } from '../records/record.js';
import type { BacktestStatus } from '../records/state.js';
import { disagree, exchangeOf, idOf, instant, kept, type Malformed, malformed, readLine, reasonsOf } from './parts.js';
import { isLegacyId, type LegacyRecord } from './record.js';

/** Two shares are one where they differ by what four digits round away. */
const SHARE_TOLERANCE = 0.0001;

const number = kept(z.number());
const count = kept(z.int().min(0));
const share = kept(z.number().min(0).max(1));
const percentLost = kept(z.number().min(0).max(100));

const summarySchema = z.object({
  profit_total_pct: number,
  market_change_pct: number,
  max_drawdown_pct: percentLost,
  trades: count,
  win_rate: share,
  profit_factor: number,
  sharpe: number,
});
const deprecatedSchema = z.object({
  total_trades: count,
  winning_trades: count,
  losing_trades: count,
  win_rate: share,
  total_profit: number,
  max_drawdown: percentLost,
  sharpe_ratio: number,
});
const lineSchema = z.object({
  id: idOf(isLegacyId),
  account_id: kept(z.string().min(1)),
  framework: kept(z.string()),
  venue: kept(z.string()),
  exchange: kept(z.string()),
  status: z.string(),
  timerange: kept(z.object({ start: z.iso.date(), end: z.iso.date() })),
  range: kept(z.object({ from: z.iso.date(), to: z.iso.date() })),
  symbols: kept(z.array(z.string())),
  config: kept(z.record(z.string(), z.json())),
  code: kept(z.string()),
  result: kept(summarySchema),
  results: kept(deprecatedSchema),
  error: kept(z.object({ code: z.string(), message: z.string() })),
  created_at: kept(instant),
  started_at: kept(instant),
  finished_at: kept(instant),
  completed_at: kept(instant),
});
type Line = z.output<typeof lineSchema>;

/** The older words for the four statuses, and these themselves. */
const statuses: ReadonlyMap<string, BacktestStatus> = new Map([
  ['pending', 'queued'],
  ['queued', 'queued'],
  ['running', 'running'],
  ['completed', 'finished'],
  ['finished', 'finished'],
  ['failed', 'error'],
  ['error', 'error'],
]);

/** What one line of an export amounts to. */
export type ParsedLine = { readonly kind: 'record'; readonly record: LegacyRecord } | Malformed;

/** Reads one line of an export: returns a record, or why it isn't one. What is well-formed but unclear becomes an ambiguous record. */
export function parseLegacyLine(text: string): ParsedLine {
  const read = readLine(text, lineSchema);
  if (read.kind === 'malformed') return read;
  const { line } = read;
  const range = rangeOf(line);
  if (range === undefined) return malformed('timerange: is missing');
  return { kind: 'record', record: toRecord(line, range, canonicalHash(line)) };
}

type Range = { readonly from: string; readonly to: string };

function rangeOf({ range, timerange }: Line): Range | undefined {
  return range ?? (timerange && { from: timerange.start, to: timerange.end });
}

function toRecord(line: Line, range: Range, digest: string): LegacyRecord {
  const reasons = ambiguities(line, range);
  const status = statuses.get(line.status);
  const ended = status === 'finished' || status === 'error';
  const owned = { _id: line.id, digest, ...(line.account_id !== undefined && { accountId: line.account_id }) };
  if (reasons.length > 0) return { ...owned, state: 'ambiguous', reasons };
  if (!ended) return { ...owned, state: 'active' };
  const { code, config } = line;
  const strategy = code !== undefined && config !== undefined && { code, configJson: JSON.stringify(config) };
  return {
    ...owned,
    state: 'ended',
    view: viewOf(line, status, range),
    ...(strategy !== false && { strategy }),
  };
}

/** What the owner is shown: what the line says, under the names of today, and nothing that it does not say. */
function viewOf(line: Line, status: BacktestStatus, range: Range): NonNullable<LegacyRecord['view']> {
  const symbols = line.symbols ?? exchangeOf(line.config)?.pair_whitelist ?? [];
  const { created_at: createdAt, started_at: startedAt, error } = line;
  const finishedAt = line.finished_at ?? line.completed_at;
  const legacyResult = resultOf(line);
  return {
    status,
    framework: { id: 'freqtrade' },
    venue: 'hyperliquid',
    symbols,
    canonicalSymbols: symbols,
    range,
    ...(createdAt !== undefined && { createdAt }),
    ...(startedAt !== undefined && { startedAt }),
    ...(finishedAt !== undefined && { finishedAt }),
    ...(legacyResult !== undefined && { legacyResult }),
    ...(error !== undefined && { error: { ...error, findings: [] } }),
  };
}

function resultOf({ result, results }: Line): LegacyResult | undefined {
  if (result === undefined && results === undefined) return undefined;
  const figures = {
    profitTotalPct: result?.profit_total_pct ?? results?.total_profit,
    marketChangePct: result?.market_change_pct,
    maxDrawdownPct: result?.max_drawdown_pct ?? results?.max_drawdown,
    trades: result?.trades ?? results?.total_trades,
    winRate: result?.win_rate ?? results?.win_rate,
    profitFactor: result?.profit_factor,
    sharpe: result?.sharpe ?? results?.sharpe_ratio,
  };
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
}

/** Why a record can not be taken for what it says; none where it can. */
function ambiguities(line: Line, range: Range): string[] {
  const venues = new Set(
    [line.venue, line.exchange, exchangeOf(line.config)?.name].filter((name) => name !== undefined),
  );
  const finished = line.finished_at ?? line.completed_at;
  const status = statuses.get(line.status);
  const hasResult = line.result !== undefined || line.results !== undefined;
  const checks: readonly (readonly [boolean, string])[] = [
    [line.account_id === undefined, 'it names no account'],
    [line.framework !== 'freqtrade', 'it does not name freqtrade as its framework'],
    [venues.size !== 1 || !venues.has('hyperliquid'), 'it does not name hyperliquid, and nothing else, as its venue'],
    [status === undefined, `its status ${line.status} is unknown`],
    [range.from > range.to, 'its window ends before it starts'],
    [disagree(line.range?.from, line.timerange?.start), 'its two windows differ'],
    [disagree(line.range?.to, line.timerange?.end), 'its two windows differ'],
    [disagree(line.finished_at?.getTime(), line.completed_at?.getTime()), 'its two times of ending differ'],
    [isAfter(line.started_at, finished), 'it ended before it started'],
    [isAfter(line.created_at, line.started_at ?? finished), 'it started before it was created'],
    [isActive(status) && (finished !== undefined || hasResult), 'it has ended and has not'],
    [status === 'error' && hasResult, 'it failed and has a result'],
    [status === 'finished' && line.error !== undefined, 'it finished and has an error'],
    [contradicts(line), 'its figures contradict one another'],
  ];
  return reasonsOf(checks);
}

function isActive(status: BacktestStatus | undefined): boolean {
  return status === 'queued' || status === 'running';
}

function isAfter(earlier: Date | undefined, later: Date | undefined): boolean {
  return earlier !== undefined && later !== undefined && earlier > later;
}

function contradicts({ result, results }: Line): boolean {
  const { total_trades: total, winning_trades: won = 0, losing_trades: lost = 0, win_rate: rate } = results ?? {};
  const counted = total !== undefined && won + lost > total;
  const known = results?.winning_trades !== undefined && total !== undefined && total > 0 && rate !== undefined;
  return (
    counted ||
    (known && Math.abs(rate - won / total) > SHARE_TOLERANCE) ||
    disagree(result?.profit_total_pct, results?.total_profit) ||
    disagree(result?.max_drawdown_pct, results?.max_drawdown) ||
    disagree(result?.trades, results?.total_trades) ||
    disagree(result?.win_rate, results?.win_rate) ||
    disagree(result?.sharpe, results?.sharpe_ratio)
  );
}
