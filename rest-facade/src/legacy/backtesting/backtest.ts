import { z } from 'zod';
import type {
  BacktestStatus,
  LegacyBacktestFieldsFragment,
  LegacyGetBacktestQuery,
} from '../../generated/operations.js';
import { count, number, text, timestamp } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';
import { absent } from '../absent.js';
import { record } from '../twins.js';

/** The older words for the status of a backtest. */
export const legacyBacktestStatus = z
  .enum(['pending', 'running', 'completed', 'failed'])
  .describe(
    '`pending` until it is started; `running` once it is, also while it waits for a place; then `completed` or `failed`',
  );

type LegacyStatus = z.output<typeof legacyBacktestStatus>;

const OLDER_STATUSES = { queued: 'running', running: 'running', finished: 'completed', error: 'failed' } as const;

/** A day of a window, as the caller sent it. */
const bound = text('A day, YYYY-MM-DD', '2026-01-31');

/** The window of a backtest. */
export const timerange = z
  .object({ start: bound, end: bound })
  .meta({ id: 'LegacyTimerange', description: 'The window that it covers' });

const results = z
  .object({
    total_trades: count('Closed trades', 12).nullable(),
    winning_trades: count('Those that won; null where it is not kept', 7).nullable(),
    losing_trades: count('Those that lost; null: it is not kept', 5).nullable(),
    win_rate: number('Share of the trades that won, from 0 to 1', 0.58).nullable(),
    total_profit: number('Profit in percent of the starting balance', 1.5).nullable(),
    max_drawdown: number('Largest fall of the balance from a peak, in percent of the peak', 0.5).nullable(),
    sharpe_ratio: number('Sharpe ratio', 0.7).nullable(),
  })
  .meta({ id: 'LegacyBacktestResults', description: 'Its figures; deprecated: the result file has all of them' });

const failure = z
  .object({
    code: text('Stable code', 'strategy_failed'),
    message: text('What went wrong', 'line 12: ZeroDivisionError'),
  })
  .meta({ id: 'LegacyBacktestError', description: 'Why it failed' });

/** A backtest as the older surface writes it. */
export const legacyBacktest = record(
  {
    id: text('The backtest', 'bt_01'),
    config: jsonObject.exactOptional().meta({ description: 'As it was sent', examples: [{ stake_amount: 100 }] }),
    code: text('As it was sent', 'class Momentum(IStrategy): ...').exactOptional(),
    timerange,
    status: legacyBacktestStatus,
    results: results.nullable().describe('Null until it is completed'),
    result_url: text('Address of the result file', 'https://api.example/v1/backtesting/bt_01/result-file?token=…')
      .nullable()
      .describe('Address of the result file, which needs no key and is valid for 7 days; null unless it is completed'),
    error: failure.exactOptional().describe('Present when it failed'),
    created_at: timestamp.nullable().describe('Null for a record from before it was kept'),
    started_at: timestamp.nullable().describe('Null until it runs'),
    completed_at: timestamp.nullable().describe('Null until it ended'),
    k8s_job_name: absent(z.string(), 'runs are not jobs of Kubernetes here'),
  },
  { id: 'LegacyBacktest', description: 'A run of a strategy over stored history' },
);

/** A backtest with what may be asked for beside its fields. */
type Shown = LegacyBacktestFieldsFragment &
  Partial<Pick<LegacyGetBacktestQuery['backtest'], 'strategy' | 'resultLink'>>;

/** What of a record is shown, and where. */
interface View {
  readonly withCode: boolean;
  readonly withConfig: boolean;
  /** Address of the backtests of its version. */
  readonly base: string;
}

/** Returns a backtest in its older form. */
export function toLegacyBacktest(node: Shown, { withCode, withConfig, base }: View): z.input<typeof legacyBacktest> {
  const { id, range, strategy, error } = node;
  return {
    id,
    ...(strategy != null && withConfig && { config: jsonObject.parse(JSON.parse(strategy.configJson)) }),
    ...(strategy != null && withCode && { code: strategy.code }),
    timerange: { start: range.from, end: range.to },
    status: toLegacyStatus(node),
    results: toResults(node),
    result_url: resultUrlOf(node, base),
    ...(error !== null && { error: { code: error.code, message: error.message } }),
    created_at: node.createdAt,
    started_at: node.startedAt,
    completed_at: node.finishedAt,
    k8s_job_name: null,
  };
}

/** Returns the address of a backtest's result file; null where it has none. */
export function resultUrlOf({ id, resultLink }: Pick<Shown, 'id' | 'resultLink'>, base: string): string | null {
  return resultLink == null ? null : `${base}/${id}/result-file?token=${encodeURIComponent(resultLink.token)}`;
}

/** Returns the older word for the status of a backtest. */
export function toLegacyStatus({ status, held }: Pick<LegacyBacktestFieldsFragment, 'status' | 'held'>): LegacyStatus {
  return held ? 'pending' : OLDER_STATUSES[status];
}

/** What is asked of the graph for backtests with an older status. */
export const asked: Readonly<Record<LegacyStatus, { statuses: BacktestStatus[]; held?: boolean }>> = {
  pending: { statuses: ['queued'], held: true },
  running: { statuses: ['queued', 'running'], held: false },
  completed: { statuses: ['finished'] },
  failed: { statuses: ['error'] },
};

function toResults({
  result,
  legacyResult,
}: Pick<LegacyBacktestFieldsFragment, 'result' | 'legacyResult'>): z.input<typeof results> | null {
  const figures = result ?? legacyResult;
  if (figures === null) return null;
  const { trades, winRate, profitTotalPct, maxDrawdownPct, sharpe } = figures;
  return {
    total_trades: trades,
    winning_trades: trades === null || winRate === null ? null : Math.round(winRate * trades),
    losing_trades: null,
    win_rate: winRate,
    total_profit: profitTotalPct,
    max_drawdown: maxDrawdownPct,
    sharpe_ratio: sharpe,
  };
}
