import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { KINDS } from './mix.js';

/** The figures that the model is made of, and compared with; `npm run bench -- scale measure` writes them. */

const COMMITTED = fileURLToPath(new URL('../../src/scale/measured/two-cores.json', import.meta.url));
/** Names another file of such figures. */
const FILE_VARIABLE = 'SCALE_MEASURED';

const figure = z.number().nonnegative();
const kind = z.enum(KINDS);

/** What was spent in a time, by counters that add up: `processor.edge` in seconds, `writes.wallet`, `weight.execution`, … */
const usageSchema = z.object({ seconds: figure, counts: z.record(z.string(), z.number()) });

const latenciesSchema = z.object({
  arrivals: z.int().nonnegative(),
  answered: z.int().nonnegative(),
  /** What was not answered as it should. */
  failed: z.int().nonnegative(),
  /** From the least to the most, in equal steps of the operations. */
  quantilesMs: z.array(figure).readonly(),
});

const stageSchema = z.object({
  /** In so many seconds its operations arrived. */
  offeredSeconds: figure,
  /** What was spent meanwhile: between two readings, which take a moment. */
  usage: usageSchema,
  /** The same in consecutive pieces: how much they differ is how sure a figure is. */
  pieces: z.array(usageSchema).readonly(),
  latencies: z.partialRecord(kind, latenciesSchema),
});

const measuredSchema = z.object({
  measuredAt: z.iso.datetime(),
  machine: z.object({ model: z.string(), cores: z.int().positive(), memoryMib: figure }),
  /** The platform without anybody. */
  idle: usageSchema,
  /** With the bots and streams of 1×, and nobody else. */
  population: usageSchema,
  /** Some operations of each kind alone, beside that. */
  alone: z.partialRecord(kind, z.object({ usage: usageSchema, operations: z.int().positive() })),
  single: stageSchema,
  double: stageSchema,
  /** Proportional memory at 1×, and at 2×. */
  memoryMib: z.object({ single: z.record(z.string(), figure), double: z.record(z.string(), figure) }),
  /** Small documents that MongoDB alone committed by majority per second, from many clients at once. */
  commitsPerSecond: figure,
});

export type Usage = z.output<typeof usageSchema>;
export type Latencies = z.output<typeof latenciesSchema>;
export type Stage = z.output<typeof stageSchema>;
export type Measured = z.output<typeof measuredSchema>;

/** Reads the figures that `SCALE_MEASURED` names, or those that are committed. */
export async function readMeasured(file = process.env[FILE_VARIABLE] ?? COMMITTED): Promise<Measured> {
  return measuredSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Returns the committed figures. */
export function readCommitted(): Promise<Measured> {
  return readMeasured(COMMITTED);
}
