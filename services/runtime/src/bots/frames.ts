import { z } from 'zod';

/** What a bot says, a line of JSON each. A user's code shares its process, so each is checked as untrusted input. */

const NUMBER_MAX = 1e300;
const COUNT_MAX = 2 ** 31 - 1;
const TEXT_CHARACTERS_MAX = 4_000;
const POSITIONS_MAX = 500;
const CLOSED_TRADES_MAX = 1_000;
const TIME_MAX_MS = Date.UTC(10_000, 0) - 1;

const count = z.int().nonnegative().max(COUNT_MAX);
const number = z.number().min(-NUMBER_MAX).max(NUMBER_MAX);
const symbol = z.string().min(1).max(100);
const timeMs = z.int().nonnegative().max(TIME_MAX_MS);
const text = z.string().max(TEXT_CHARACTERS_MAX);

/** A trade that a bot has closed. */
export const closedTrade = z.strictObject({
  /** Its own number among the bot's trades: the same trade may be told again. */
  number: count,
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
  entry_tag: z.string().max(1_000).nullable(),
  exit_reason: z.string().max(1_000),
});

/** What a bot has; a figure that needs a price which there isn't is null. */
const snapshot = z.strictObject({
  trades: z.strictObject({ total: count, open: count, wins: count, losses: count }),
  realized_usd: number,
  unrealized_usd: number.nullable(),
  positions: z
    .array(z.strictObject({ symbol, side: z.enum(['long', 'short']), size_usd: number.nullable() }))
    .max(POSITIONS_MAX),
  balance_usd: number.nullable(),
});

const frameSchema = z.discriminatedUnion('kind', [
  /** A question for the feed. */
  z.strictObject({ kind: z.literal('asked'), number: count, question: z.string().max(20), ask: z.unknown() }),
  /** A bot has looked at its markets once more. */
  z.strictObject({
    kind: z.literal('round'),
    entries_blocked: z.boolean(),
    /** Errors of the strategy that its framework went on from. */
    strategy_errors: count,
    last_strategy_error: text.nullable(),
    snapshot: snapshot.optional(),
    closed_trades: z.array(closedTrade).max(CLOSED_TRADES_MAX),
  }),
  /** A bot has stopped, since it was told to. */
  z.strictObject({ kind: z.literal('stopped') }),
  /** A bot can't go on. */
  z.strictObject({
    kind: z.literal('failed'),
    code: z.string().regex(/^[a-z_]{1,40}$/),
    text,
    line: z.int().positive().max(COUNT_MAX).nullable(),
  }),
]);

/** What a bot says. */
export type BotFrame = z.output<typeof frameSchema>;
/** A trade that a bot has closed. */
export type ClosedTrade = z.output<typeof closedTrade>;

/** Returns a frame. Throws where it is none. */
export function parseBotFrame(line: string): BotFrame {
  return frameSchema.parse(JSON.parse(line));
}
