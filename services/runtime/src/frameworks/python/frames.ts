import type { Readable } from 'node:stream';
import { z } from 'zod';

const finding = z.strictObject({ line: z.int().positive().nullable(), text: z.string().max(4_000) });
const count = z.int().nonnegative();
const timeMs = count;
const symbol = z.string().max(100);
const timeframe = z.string().max(10);

const trade = z.strictObject({
  symbol,
  side: z.enum(['long', 'short']),
  opened_at_ms: timeMs,
  closed_at_ms: timeMs,
  open_rate: z.number(),
  close_rate: z.number(),
  amount: z.number(),
  stake_amount: z.number(),
  leverage: z.number(),
  fees_abs: z.number(),
  profit_abs: z.number(),
  profit_ratio: z.number(),
  entry_tag: z.string().max(1_000).nullable(),
  exit_reason: z.string().max(1_000),
});

const summary = { profit_pct: z.number(), profit_abs: z.number(), trades: count, wins: count };

const fedTable = z.strictObject({
  symbol,
  timeframe,
  aggregated_from: timeframe.nullable(),
  from_ms: timeMs,
  to_ms: timeMs,
  rows: count,
});

const result = z.strictObject({
  profit_total_pct: z.number(),
  market_change_pct: z.number(),
  max_drawdown_pct: z.number(),
  trades: count,
  win_rate: z.number(),
  profit_factor: z.number(),
  sharpe: z.number(),
  per_pair: z.array(z.strictObject({ symbol, ...summary })),
  per_exit_reason: z.array(z.strictObject({ reason: z.string().max(1_000), ...summary })),
  equity_curve: z.array(z.strictObject({ t_ms: timeMs, equity: z.number() })),
  trade_list: z.array(trade),
  data: z.strictObject({
    from_ms: timeMs,
    to_ms: timeMs,
    startup_candles: count,
    tables: z.array(fedTable),
  }),
  warnings: z.array(
    z.strictObject({ text: z.string().max(500), count: z.int().positive(), line: z.int().positive().nullable() }),
  ),
});

/** What a worker process may say. A user's code shares that process, so each frame is checked as a stranger's. */
const frameSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('started') }),
  // A table that the strategy turns out to need; the answer is a header and the files.
  z.strictObject({ kind: z.literal('wanted'), symbol, timeframe }),
  z.strictObject({ kind: z.literal('finished'), result }),
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
    text: z.string().max(4_000),
    line: z.int().positive().nullable(),
  }),
  z.strictObject({
    kind: z.literal('validated'),
    strategy_findings: z.array(finding),
    config_findings: z.array(finding),
    timeframes: z.array(timeframe),
  }),
]);

/** One message of a worker. */
export type Frame = z.infer<typeof frameSchema>;

/** The result of a backtest as a worker words it. */
export type ResultFrame = z.infer<typeof result>;

/** A worker that broke the protocol: too much output, or something that is no frame. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation';
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge: boolean) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

/** The frames of a worker's output, one JSON object a line; throws `ProtocolViolation` beyond `maximumBytes` in all. */
export async function* readFrames(output: Readable, maximumBytes: number): AsyncGenerator<Frame> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new ProtocolViolation(`more than ${maximumBytes} bytes of output`, true);
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      parts.push(chunk.subarray(start, end));
      yield parseFrame(Buffer.concat(parts).toString('utf8'));
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
}

function parseFrame(line: string): Frame {
  try {
    return frameSchema.parse(JSON.parse(line));
  } catch {
    throw new ProtocolViolation('the worker sent something that is no frame', false);
  }
}
