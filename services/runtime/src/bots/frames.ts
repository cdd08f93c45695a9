import { z } from 'zod';
import { closedTrade, count, number } from '../frameworks/python/worker/frames.js';

/** What a bot says, a line of JSON each. A user's code shares its process, so each is checked as untrusted input. */

const TEXT_CHARACTERS_MAX = 4_000;
const POSITIONS_MAX = 500;
const CLOSED_TRADES_MAX = 1_000;

const symbol = z.string().min(1).max(100);
const text = z.string().max(TEXT_CHARACTERS_MAX);

/** A trade that a bot has closed. */
export const botTrade = closedTrade.extend({
  /** Its own number among the bot's trades: the same trade may be told again. */
  number: count,
  /** Whether one of its orders was filled only in part; absent where its framework doesn't say. */
  partly_filled: z.boolean().exactOptional(),
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
    closed_trades: z.array(botTrade).max(CLOSED_TRADES_MAX),
  }),
  /** A bot has stopped, since it was told to. */
  z.strictObject({ kind: z.literal('stopped') }),
  /** A bot can't go on. */
  z.strictObject({
    kind: z.literal('failed'),
    code: z.string().regex(/^[a-z_]{1,40}$/),
    text,
    line: count.positive().nullable(),
  }),
]);

/** What a bot says. */
export type BotFrame = z.output<typeof frameSchema>;
/** A trade that a bot has closed. */
export type ClosedTrade = z.output<typeof botTrade>;

/** Returns a frame. Throws where it is none. */
export function parseBotFrame(line: string): BotFrame {
  return frameSchema.parse(JSON.parse(line));
}
