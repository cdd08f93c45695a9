import { frameworkIds, venueIds } from '@platform/venues/registry';
import { z } from 'zod';

/** A bot: one deployment's strategy, with what it is run on. */
const botSchema = z.strictObject({
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
});

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

/** Everything that a process of bots is started with: the content of a file in its folder, which only the platform reads. */
export const placementSchema = z.strictObject({
  /** The name of the process among all of this machine, which its folder has too. */
  workloadId: z.string().min(1),
  /** Made for this start. */
  nonce: z.string().min(1),
  framework: z.enum(frameworkIds),
  venue: z.enum(venueIds),
  /** The isolation tool, null where there is none; and an interpreter that runs what starts it. */
  isolation: z.strictObject({ bubblewrap: z.string().nullable(), python: z.string() }),
  program: z.strictObject({
    command: z.array(z.string()).min(1),
    readOnlyPaths: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
  }),
  /** The user of its processes, where the platform runs as root. */
  userId: z.int().positive(),
  limits: z.strictObject({
    memoryBytes: z.int(),
    folderBytes: z.int(),
    stateBytes: z.int(),
    processes: z.int(),
    cpuSeconds: z.int(),
    /** How long it may take until its strategy runs, and then between two rounds of it. */
    startMs: z.int(),
    stallMs: z.int(),
    /** How long it may take to stop once it was asked to. */
    stopMs: z.int(),
  }),
  /** The socket of the venue's feed. */
  feedSocket: z.string(),
  markets: z.array(marketSchema),
  bots: z.array(botSchema).min(1),
});

/** Everything that a process of bots is started with. */
export type Placement = z.output<typeof placementSchema>;
/** A bot. */
export type Bot = z.output<typeof botSchema>;
/** A market that a bot may ask about. */
export type BotMarket = z.output<typeof marketSchema>;
