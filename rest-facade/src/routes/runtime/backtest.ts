import { z } from 'zod';
import type { BacktestFieldsFragment } from '../../generated/operations.js';
import { timestamp } from '../fields.js';

/** How far a backtest has come. */
export const backtestStatus = z.enum(['queued', 'running', 'finished', 'error']);

/** Every venue that the interface names. */
export const venue = z.enum(['hyperliquid', 'polymarket', 'lighter', 'binance', 'aerodrome']);

const percent = z.number().describe('Percent');

const result = z.object({
  profit_total_pct: percent,
  market_change_pct: percent.describe('Percent that buying and holding over the window would have gained'),
  max_drawdown_pct: percent,
  trades: z.int(),
  win_rate: z.number().describe('Share of the trades that won, from 0 to 1'),
  profit_factor: z.number(),
  sharpe: z.number(),
  per_pair: z.array(z.object({ symbol: z.string(), profit_pct: percent, trades: z.int() })),
  equity_curve: z
    .array(z.object({ t: timestamp, equity: z.number() }))
    .describe('One point per UTC day plus the final point'),
});

const error = z.object({
  code: z.string(),
  message: z.string(),
  details: z
    .array(z.object({ line: z.int().nullable(), text: z.string() }))
    .exactOptional()
    .describe('Where in the strategy file'),
});

/** A backtest with its embedded result. */
export const backtest = z.object({
  id: z.string(),
  status: backtestStatus,
  framework: z.object({ id: z.string(), image_digest: z.string() }),
  venue: z.string(),
  symbols: z.array(z.string()).describe('Framework aliases'),
  release: z.string().nullable().describe('Dataset release; null where the venue has no release pipeline'),
  range: z.object({ from: z.string(), to: z.string() }),
  created_at: timestamp,
  started_at: timestamp.nullable().describe('Null while it waits'),
  finished_at: timestamp.nullable().describe('Null until it ended'),
  deleted_at: timestamp.exactOptional().describe('Present once it is deleted'),
  result: result.exactOptional().describe('Present once it is finished'),
  error: error.exactOptional().describe('Present when its status is error'),
});

/** The backtest as REST shows it. */
export function toBacktest(fields: BacktestFieldsFragment): z.input<typeof backtest> {
  const { id, status, framework, venue: on, symbols, release, range } = fields;
  return {
    ...{ id, status, venue: on, symbols, release, range },
    framework: { id: framework.id, image_digest: framework.imageDigest },
    created_at: fields.createdAt,
    started_at: fields.startedAt,
    finished_at: fields.finishedAt,
    ...(fields.deletedAt === null ? {} : { deleted_at: fields.deletedAt }),
    ...(fields.result === null ? {} : { result: toResult(fields.result) }),
    ...(fields.error === null ? {} : { error: toError(fields.error) }),
  };
}

function toResult(figures: NonNullable<BacktestFieldsFragment['result']>): z.input<typeof result> {
  const { t, equity } = figures.equityCurve;
  return {
    profit_total_pct: figures.profitTotalPct,
    market_change_pct: figures.marketChangePct,
    max_drawdown_pct: figures.maxDrawdownPct,
    trades: figures.trades,
    win_rate: figures.winRate,
    profit_factor: figures.profitFactor,
    sharpe: figures.sharpe,
    per_pair: figures.perPair.map(({ symbol, profitPct, trades }) => ({ symbol, profit_pct: profitPct, trades })),
    equity_curve: t.map((time, index) => ({ t: time, equity: equity[index] ?? Number.NaN })),
  };
}

function toError({ code, message, details }: NonNullable<BacktestFieldsFragment['error']>): z.input<typeof error> {
  return { code, message, ...(details.length === 0 ? {} : { details }) };
}
