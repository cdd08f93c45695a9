import { z } from 'zod';
import type { BacktestFieldsFragment } from '../../generated/operations.js';
import { count, number, text, timestamp } from '../fields.js';

/** How far a backtest has come. */
export const backtestStatus = z.enum(['queued', 'running', 'finished', 'error']).describe('How far it has come');

/** Every venue that the interface names. */
export const venue = z.enum(['hyperliquid', 'polymarket', 'lighter', 'binance', 'aerodrome']).describe('Venue');

const symbol = text('Framework alias', 'BTC/USDC:USDC');

/** What a framework runs in. */
export const imageDigest = text(
  'Digest of the image: sha256: and 64 hex characters',
  `sha256:${'0123456789abcdef'.repeat(4)}`,
);

const percent = number('Percent', 4.2);

const profitAbs = number('Profit in the stake currency', 42.1);

const wins = count('Trades of it that won', 7);

const openTime = timestamp.describe('When the candle opens');

const data = z
  .object({
    from: openTime.describe(
      'First candle of the run: later than its range where candles for the start-up were missing',
    ),
    to: openTime.describe('Last candle of the run'),
    startup_candles: count('Candles before the range that indicators had to start up', 30),
    tables: z
      .array(
        z.object({
          symbol,
          timeframe: text('Timeframe', '4h'),
          aggregated_from: text('Stored timeframe that it was aggregated from', '1h')
            .exactOptional()
            .describe('Stored timeframe that it was aggregated from; absent where it is stored itself'),
          from: openTime.describe('First candle'),
          to: openTime.describe('Last candle'),
          rows: count('Candles', 774),
          objects: z
            .array(text('SHA-256, lower-case hex', '0123456789abcdef'.repeat(4)))
            .describe('Stored objects that it was read from, in the order of time'),
        }),
      )
      .describe('Tables of candles that the run was fed'),
  })
  .describe('What the run was fed, and the range that it came to; absent for a run of before this was kept');

const warning = z.object({
  text: text('What the framework or a library warned of', 'A value is trying to be set on a copy of a slice'),
  count: count('How often', 3),
  line: count('Line of the strategy file', 12).exactOptional().describe('Absent where there is none'),
});

const result = z.object({
  profit_total_pct: percent,
  market_change_pct: percent.describe('Percent that buying and holding over the window would have gained'),
  max_drawdown_pct: percent,
  trades: count('Trades that were closed', 12),
  win_rate: number('Share of the trades that won, from 0 to 1', 0.58),
  profit_factor: number('Profit of the trades that won by loss of those that lost', 1.3),
  sharpe: number('Sharpe ratio, as the framework computes it', 1.1),
  per_pair: z.array(
    z.object({
      ...{ symbol, profit_pct: percent },
      profit_abs: profitAbs.exactOptional().describe('In the stake currency; absent for a run of before this was kept'),
      trades: count('Trades of it', 12),
      wins: wins.exactOptional().describe('Trades of it that won; absent for a run of before this was kept'),
    }),
  ),
  per_exit_reason: z
    .array(
      z.object({
        reason: text('As the framework or the strategy words it', 'roi'),
        ...{ profit_pct: percent, profit_abs: profitAbs, trades: count('Trades that ended for it', 12), wins },
      }),
    )
    .describe('What the trades of each exit reason came to, the most profitable first'),
  equity_curve: z
    .array(z.object({ t: timestamp, equity: number('Value of the account, US dollars', 1012.5) }))
    .describe('One point per UTC day plus the final point'),
  data: data.exactOptional(),
  warnings: z.array(warning).describe('What the framework and its libraries warned of, each warning once'),
});

const error = z.object({
  code: text('Stable', 'strategy_failed'),
  message: text('What went wrong', 'The strategy raised an exception.'),
  details: z
    .array(
      z.object({
        line: count('Line of the file; null where none is at fault', 12).nullable(),
        text: text('What stands there', 'ZeroDivisionError'),
      }),
    )
    .exactOptional()
    .describe('Where in the strategy file'),
});

/** A backtest with its embedded result. */
export const backtest = z
  .object({
    id: text('The backtest', 'bt_01'),
    status: backtestStatus,
    framework: z.object({ id: text('Framework', 'freqtrade'), image_digest: imageDigest }),
    venue: text('Venue', 'hyperliquid'),
    symbols: z.array(symbol).describe('Framework aliases'),
    release: text('Dataset release; null where the venue has no release pipeline', 'r1').nullable(),
    range: z.object({ from: text('First day', '2026-01-01'), to: text('Last day', '2026-01-31') }),
    created_at: timestamp,
    started_at: timestamp.nullable().describe('Null while it waits'),
    finished_at: timestamp.nullable().describe('Null until it ended'),
    deleted_at: timestamp.exactOptional().describe('Present once it is deleted'),
    result: result.exactOptional().describe('Present once it is finished'),
    error: error.exactOptional().describe('Present when its status is error'),
  })
  .meta({ id: 'Backtest', description: 'A run of a strategy over stored history' });

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

type Figures = NonNullable<BacktestFieldsFragment['result']>;

function toResult(figures: Figures): z.input<typeof result> {
  const { t, equity } = figures.equityCurve;
  return {
    profit_total_pct: figures.profitTotalPct,
    market_change_pct: figures.marketChangePct,
    max_drawdown_pct: figures.maxDrawdownPct,
    trades: figures.trades,
    win_rate: figures.winRate,
    profit_factor: figures.profitFactor,
    sharpe: figures.sharpe,
    per_pair: figures.perPair.map((pair) => ({
      ...{ symbol: pair.symbol, profit_pct: pair.profitPct, trades: pair.trades },
      ...(pair.profitAbs === null ? {} : { profit_abs: pair.profitAbs }),
      ...(pair.wins === null ? {} : { wins: pair.wins }),
    })),
    per_exit_reason: figures.perExitReason.map(({ reason, profitPct, profitAbs, trades, wins }) => ({
      ...{ reason, profit_pct: profitPct, profit_abs: profitAbs, trades, wins },
    })),
    equity_curve: t.map((time, index) => ({ t: time, equity: equity[index] ?? Number.NaN })),
    ...(figures.data === null ? {} : { data: toData(figures.data) }),
    warnings: figures.warnings.map(({ text, count, line }) => ({ text, count, ...(line === null ? {} : { line }) })),
  };
}

function toData({ from, to, startupCandles, tables }: NonNullable<Figures['data']>): z.input<typeof data> {
  return {
    ...{ from, to, startup_candles: startupCandles },
    tables: tables.map(({ aggregatedFrom, ...table }) => ({
      ...table,
      ...(aggregatedFrom === null ? {} : { aggregated_from: aggregatedFrom }),
    })),
  };
}

function toError({ code, message, details }: NonNullable<BacktestFieldsFragment['error']>): z.input<typeof error> {
  return { code, message, ...(details.length === 0 ? {} : { details }) };
}
