import { z } from 'zod';

/** What a process of bots says of itself, over its socket while it runs and in a file once it has ended. */

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

const botStateSchema = z.object({
  deploymentId: z.string(),
  generation: z.int(),
  /** `failed`: it can't go on, for the reason given. */
  state: z.enum(['starting', 'running', 'stopped', 'failed']),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** When it last looked at its markets; null before the first time. */
  heartbeatAtMs: z.int().nullable(),
  entriesBlocked: z.boolean(),
  strategyErrors: z.int(),
  lastStrategyError: z.string().nullable(),
  snapshot: snapshotSchema.nullable(),
});

/** What a process of bots says of itself. */
export const observationSchema = z.object({
  workloadId: z.string(),
  nonce: z.string(),
  processId: z.int(),
  /** UTC milliseconds. */
  startedAtMs: z.int(),
  /** Since when the feed has given no answer; null where it answers. */
  feedSilentSinceMs: z.int().nullable(),
  bots: z.array(botStateSchema),
  /** How it ended; null while it runs. */
  ended: z
    .object({
      atMs: z.int(),
      /** `told`: it was asked to stop; `itself`: by itself, or ended from outside. */
      by: z.enum(['told', 'itself']),
    })
    .nullable(),
});

/** What a process of bots says of itself. */
export type Observation = z.output<typeof observationSchema>;
/** What it says of one of its bots. */
export type BotState = z.output<typeof botStateSchema>;
/** What a bot has. */
export type Snapshot = z.output<typeof snapshotSchema>;
