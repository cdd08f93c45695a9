import type { Readable } from 'node:stream';
import { readLines, TooManyBytes } from '@platform/kit/lines';
import { z } from 'zod';

/** Above all that a run can mean, and low enough that sums of them are numbers still. */
const NUMBER_MAX = 1e300;
const COUNT_MAX = 2 ** 31 - 1;
/** The last millisecond of the year 9999, the last that every date format can write. */
const TIME_MAX_MS = Date.UTC(10_000, 0) - 1;
const TEXT_CHARACTERS_MAX = 4_000;
const TAG_CHARACTERS_MAX = 1_000;
const TRADES_A_FRAME_MAX = 1_000;
const CURVE_POINTS_MAX = 10_000;
const ROWS_MAX = 2_000;
/** More than the longest that a timeframe names, in weeks of five digits. */
const CANDLE_SECONDS_MAX = 10 ** 11;

/** A number of things. */
export const count = z.int().nonnegative().max(COUNT_MAX);
const line = z.int().positive().max(COUNT_MAX).nullable();
const timeMs = z.int().nonnegative().max(TIME_MAX_MS);
/** A figure. */
export const number = z.number().min(-NUMBER_MAX).max(NUMBER_MAX);
const symbol = z.string().max(100);
const timeframe = z.string().max(10);
const tag = z.string().max(TAG_CHARACTERS_MAX);
const finding = z.strictObject({ line, text: z.string().max(TEXT_CHARACTERS_MAX) });

/** Counts before it looks at any item: a million wrong ones would be a million complaints. */
function listOf<Item extends z.ZodType>(item: Item, maximum: number) {
  return z.array(z.unknown()).max(maximum).pipe(z.array(item));
}

/** A closed trade, of a backtest or of a bot. */
export const closedTrade = z.strictObject({
  symbol,
  side: z.enum(['long', 'short']),
  opened_at_ms: timeMs,
  closed_at_ms: timeMs,
  open_rate: number,
  close_rate: number,
  amount: number,
  stake_amount: number,
  leverage: number,
  fees_abs: number,
  profit_abs: number,
  profit_ratio: number,
  entry_tag: tag.nullable(),
  exit_reason: tag,
});

const summary = { profit_pct: number, profit_abs: number, trades: count, wins: count };

const fedTable = z.strictObject({
  symbol,
  timeframe,
  aggregated_from: timeframe.nullable(),
  from_ms: timeMs,
  to_ms: timeMs,
  rows: count,
});

const result = z.strictObject({
  starting_balance: number.positive(),
  // Absent where the run has no funding.
  funding_pnl: number.optional(),
  profit_total_pct: number,
  market_change_pct: number,
  max_drawdown_pct: number,
  trades: count,
  win_rate: number,
  profit_factor: number,
  sharpe: number,
  per_pair: listOf(z.strictObject({ symbol, ...summary }), ROWS_MAX),
  per_exit_reason: listOf(z.strictObject({ reason: tag, ...summary }), ROWS_MAX),
  equity_curve: z
    .strictObject({ t_ms: listOf(timeMs, CURVE_POINTS_MAX), equity: listOf(number, CURVE_POINTS_MAX) })
    .refine(({ t_ms, equity }) => t_ms.length === equity.length),
  data: z.strictObject({
    from_ms: timeMs,
    to_ms: timeMs,
    startup_candles: count,
    tables: listOf(fedTable, ROWS_MAX),
    funding: listOf(z.strictObject({ symbol, from_ms: timeMs, to_ms: timeMs, rows: count }), ROWS_MAX).default([]),
  }),
  warnings: listOf(z.strictObject({ text: z.string().max(500), count: count.positive(), line }), ROWS_MAX),
});

const indicator = z.string().max(100);
const INDICATORS_MAX = 200;
const STARTUPS_MAX = 20;

const check = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('lookahead'),
    // Why the framework could not make it; null where it could.
    reason: z.string().max(TEXT_CHARACTERS_MAX).nullable(),
    total_signals: count,
    biased_entry_signals: count,
    biased_exit_signals: count,
    biased_indicators: listOf(indicator, INDICATORS_MAX),
  }),
  z.strictObject({
    kind: z.literal('recursive'),
    startup_candles: count,
    indicators: listOf(
      z.strictObject({
        indicator,
        differences: listOf(z.strictObject({ startup_candles: count, ratio: number.nullable() }), STARTUPS_MAX),
      }),
      INDICATORS_MAX,
    ),
    lookahead_indicators: listOf(indicator, INDICATORS_MAX),
  }),
]);

/** The frames that a worker process may send. A user's code shares that process, so each frame is checked as untrusted input. */
const frameSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('started') }),
  // A table that the strategy turns out to need; the answer is a header and the files.
  z.strictObject({ kind: z.literal('wanted'), symbol, timeframe }),
  // It goes on, where no candle tells that: a table was read, a pair's indicators were computed.
  z.strictObject({ kind: z.literal('step') }),
  // Its progress, from time to time.
  z.strictObject({ kind: z.literal('progress'), fraction: z.number().min(0).max(1), simulated_ms: timeMs }),
  // Closed trades in their order, as many frames as it takes before the last one.
  z.strictObject({ kind: z.literal('trades'), trades: listOf(closedTrade, TRADES_A_FRAME_MAX) }),
  z.strictObject({ kind: z.literal('finished'), result }),
  // What a check of the strategy found: the last frame of a job that asks for one.
  z.strictObject({ kind: z.literal('checked'), check }),
  z.strictObject({
    kind: z.literal('failed'),
    code: z.enum([
      'memory_limit_exceeded',
      'process_limit_exceeded',
      'output_limit_exceeded',
      'data_unavailable',
      'config_invalid',
      'strategy_failed',
      'platform_failed',
    ]),
    text: z.string().max(TEXT_CHARACTERS_MAX),
    line,
  }),
  z.strictObject({
    kind: z.literal('validated'),
    strategy_findings: listOf(finding, ROWS_MAX),
    config_findings: listOf(finding, ROWS_MAX),
    request_problems: listOf(
      z.strictObject({ path: z.string().max(200), message: z.string().max(TEXT_CHARACTERS_MAX) }),
      ROWS_MAX,
    ),
    // A hint is what to say where the table is not stored.
    tables: listOf(z.strictObject({ symbol, timeframe, hint: z.string().max(300).exactOptional() }), ROWS_MAX),
    // A harness from before deployments were replayed does not say it.
    candle_seconds: z.int().positive().max(CANDLE_SECONDS_MAX).nullable().exactOptional(),
  }),
]);

/** One message of a worker. */
export type Frame = z.infer<typeof frameSchema>;

/** The result of a backtest as a worker words it, its trades apart. */
export type ResultFrame = z.infer<typeof result>;

/** What a check found as a worker words it. */
export type CheckFrame = z.infer<typeof check>;

/** A closed trade as a worker words it. */
export type TradeFrame = z.infer<typeof closedTrade>;

/** The limits of a worker's output. */
export interface FrameLimits {
  /** Bytes of all its frames together. */
  readonly outputBytes: number;
  /** Bytes of one frame: what is parsed at once, and so how long one worker keeps this process from anything else. */
  readonly frameBytes: number;
}

/** A worker that broke the protocol: too much output, or output that isn't a frame. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation';
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge: boolean) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

/**
 * The frames of a worker's output, one JSON object per line, each parsed when the one before it has been dealt with.
 * Throws `ProtocolViolation` beyond the limits, before anything of what is beyond them is parsed.
 */
export async function* readFrames(output: Readable, limits: FrameLimits): AsyncGenerator<Frame> {
  const lines = readLines(output, { lineBytes: limits.frameBytes, totalBytes: limits.outputBytes });
  try {
    for await (const line of lines) yield parseFrame(line);
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    const what = error.of === 'line' ? 'a frame' : 'the output';
    throw new ProtocolViolation(`${what} has more than ${error.bytesMax} bytes`, true);
  }
}

function parseFrame(line: string): Frame {
  try {
    return frameSchema.parse(JSON.parse(line));
  } catch {
    throw new ProtocolViolation('the worker sent something that is no frame', false);
  }
}
