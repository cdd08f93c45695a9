import { createHash } from 'node:crypto';
import { frameworkIds, venueIds } from '@platform/venues/registry';
import { z } from 'zod';

const DIGITS = 16;

/** Tells an account's processes from others', and not whose they are. */
export function accountDigestOf(accountId: string): string {
  return createHash('sha256').update(accountId).digest('hex').slice(0, DIGITS);
}

/** A market that a bot may ask about, with its names. */
const marketSchema = z.strictObject({
  /** The framework's alias. */
  alias: z.string(),
  /** The canonical symbol. */
  symbol: z.string(),
  /** The venue's own name. */
  coin: z.string(),
  kind: z.enum(['perpetual', 'spot', 'prediction']),
  sizeDecimals: z.int(),
  tickSize: z.string(),
  maxLeverage: z.number(),
  markPrice: z.string(),
});

/** What a bot trades with real money by; on paper it has none. */
const liveSchema = z.strictObject({
  /** Its account at the venue. */
  address: z.string(),
  /** A key that has no power at the venue: the proxy of the account knows the bot by it. */
  key: z.string(),
  capitalUsd: z.number().positive(),
  /** The socket of its account's proxy; in a pod it is the pod's own. */
  proxySocket: z.string(),
});

/** A bot: one deployment's strategy, with what it is run on. */
export const workloadBotSchema = z.strictObject({
  deploymentId: z.string().min(1),
  /** One per start of the deployment: what an earlier start reports is not this one's. */
  generation: z.int().positive(),
  code: z.string(),
  /** The text of a JSON object. */
  configJson: z.string(),
  strategyClass: z.string().exactOptional(),
  /** Framework aliases. */
  symbols: z.array(z.string()),
  /** Fee per side as a fraction. */
  feeRate: z.number(),
  /** Whether it may open no further position. */
  entriesBlocked: z.boolean(),
  markets: z.array(marketSchema),
  live: liveSchema.exactOptional(),
  limits: z.strictObject({
    /** Memory of its own, beyond what it shares with the other bots of its process. */
    memoryBytes: z.int(),
    /** What it keeps in its folder, and the largest file that it may write. */
    stateBytes: z.int(),
    fileBytes: z.int(),
    processes: z.int(),
    cpuSeconds: z.int(),
    /** How long it may take until its strategy runs, and then between two rounds of it. */
    startMs: z.int(),
    stallMs: z.int(),
    /** How long it may take to stop once it was asked to. */
    stopMs: z.int(),
  }),
});

/** A bot as its process is told of it. */
export const botSchema = workloadBotSchema.extend({
  /** The user of its processes, where the platform runs as root: no two bots have one. */
  userId: z.int().positive(),
});

/** The process that bots run in: bots of one account, of one framework's version, at one venue. */
export const workloadSchema = z.strictObject({
  /** The name of the process among all of this machine, which its folder has too. */
  workloadId: z.string().min(1),
  framework: z.enum(frameworkIds),
  venue: z.enum(venueIds),
  /** Tells the account's processes from others', and not whose they are. */
  accountDigest: z.string().exactOptional(),
  /** The isolation tool, null where there is none; and an interpreter that runs what starts it. */
  isolation: z.strictObject({ bubblewrap: z.string().nullable(), python: z.string() }),
  program: z.strictObject({
    command: z.array(z.string()).min(1),
    readOnlyPaths: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
  }),
  /** Of all its bots together. */
  limits: z.strictObject({ memoryBytes: z.int(), folderBytes: z.int(), processes: z.int(), cpuSeconds: z.int() }),
});

/** What a process is started with: the content of a file in its folder, which only the platform reads. */
export const placementSchema = workloadSchema.extend({
  /** Made for this start. */
  nonce: z.string().min(1),
  /** The socket of the venue's feed. */
  feedSocket: z.string(),
});

/** A process of bots as it is wanted: all but where it runs and how it is found again, which the runner adds. */
export type Workload = z.output<typeof workloadSchema>;
/** A bot as it is wanted. */
export type WorkloadBot = z.output<typeof workloadBotSchema>;
/** What a process is started with. */
export type Placement = z.output<typeof placementSchema>;
/** A bot as its process is told of it. */
export type Bot = z.output<typeof botSchema>;
/** What a bot trades with real money by. */
export type LiveBot = z.output<typeof liveSchema>;
/** A market that a bot may ask about. */
export type BotMarket = z.output<typeof marketSchema>;
