import { z } from 'zod';

/** What a process of bots says, over its socket while it runs and in a file once it has ended. */

const snapshotSchema = z.object({
  /** When it was taken, UTC milliseconds. */
  atMs: z.int(),
  trades: z.object({ total: z.int(), open: z.int(), wins: z.int(), losses: z.int() }),
  realizedUsd: z.number(),
  /** Null where there is no price. */
  unrealizedUsd: z.number().nullable(),
  positions: z.array(
    z.object({
      /** The framework's alias. */
      symbol: z.string(),
      side: z.enum(['long', 'short']),
      sizeUsd: z.number().nullable(),
    }),
  ),
  balanceUsd: z.number().nullable(),
});

/** A time in which a bot was not told what its venue did. */
const incidentSchema = z.object({
  /** `feed_silent`: the feed gave no answer; `late_candle`: a candle was told later than bots count on, or was corrected since; `not_running`: no bot ran. */
  kind: z.enum(['feed_silent', 'late_candle', 'not_running']),
  /** The framework's alias; null for all markets. */
  symbol: z.string().nullable(),
  fromMs: z.int(),
  toMs: z.int(),
});

const botStateSchema = z.object({
  deploymentId: z.string(),
  generation: z.int(),
  /** The id of its process on this machine; null where it isn't known. */
  processId: z.int().nullable(),
  /** UTC milliseconds. */
  startedAtMs: z.int(),
  /** `failed`: it can't go on, for the reason given. */
  state: z.enum(['starting', 'running', 'stopped', 'failed']),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** When it last looked at its markets; null before the first time. */
  heartbeatAtMs: z.int().nullable(),
  entriesBlocked: z.boolean(),
  strategyErrors: z.int(),
  lastStrategyError: z.string().nullable(),
  snapshot: snapshotSchema.nullable(),
  /** How many closed trades it has told of since its start. */
  closedTrades: z.int(),
  /** Since when the feed has given it no answer; null where it answers. */
  feedSilentSinceMs: z.int().nullable(),
  /** The newest times in which it wasn't told what happened. */
  incidents: z.array(incidentSchema).readonly(),
  /** How it ended; null while it runs. */
  ended: z
    .object({
      atMs: z.int(),
      /** `told`: it was asked to stop; `itself`: by itself, or ended from outside. */
      by: z.enum(['told', 'itself']),
    })
    .nullable(),
});

/** What a process of bots says. */
export const observationSchema = z.object({
  workloadId: z.string(),
  nonce: z.string(),
  /** `silent`: it runs, and does not answer now, so that nothing is known of its bots. */
  state: z.enum(['running', 'silent', 'ended']),
  bots: z.array(botStateSchema),
});

/** What a process of bots says. */
export type Observation = z.output<typeof observationSchema>;
/** What it says of one of its bots. */
export type BotState = z.output<typeof botStateSchema>;
/** What a bot has. */
export type Snapshot = z.output<typeof snapshotSchema>;
/** A time in which a bot was not told what its venue did. */
export type Incident = z.output<typeof incidentSchema>;
