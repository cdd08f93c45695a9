import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';

/** What is said of a program on its control link, a line each. */

const programSchema = z.strictObject({
  command: z.tuple([z.string()], z.string()),
  readOnlyPaths: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
});

const limitsSchema = z.strictObject({
  memoryBytes: z.int(),
  folderBytes: z.int(),
  processes: z.int(),
  cpuSeconds: z.int(),
});

/** What a pod is told. */
export const orderSchema = z.discriminatedUnion('kind', [
  /** Comes first, and once. */
  z.strictObject({
    kind: z.literal('start'),
    program: programSchema,
    limits: limitsSchema,
    /** By paths of the pod's image. */
    isolation: z.strictObject({ bubblewrap: z.string().nullable(), python: z.string() }),
  }),
  z.strictObject({ kind: z.literal('pause'), number: z.int(), isPaused: z.boolean() }),
  z.strictObject({ kind: z.literal('kill') }),
]);

const endSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exited'), exitCode: z.int() }),
  z.strictObject({ kind: z.literal('signalled'), signal: z.string() }),
  z.strictObject({
    kind: z.literal('limit_exceeded'),
    limit: z.enum(['memory_limit_exceeded', 'process_limit_exceeded', 'time_limit_exceeded']),
    used: z.number().exactOptional(),
  }),
  z.strictObject({ kind: z.literal('killed') }),
  z.strictObject({ kind: z.literal('not_started'), reason: z.string() }),
]);

/** What a pod says. */
export const wordSchema = z.discriminatedUnion('kind', [
  /** From time to time: also the sign that it is there. */
  z.strictObject({ kind: z.literal('used'), processorMs: z.number(), memoryBytes: z.number() }),
  /** That what was asked by this number is done. */
  z.strictObject({ kind: z.literal('paused'), number: z.int() }),
  /** Comes last: nothing of the program runs any more. */
  z.strictObject({ kind: z.literal('ended'), end: endSchema }),
]);

/** What a pod is told. */
export type Order = z.output<typeof orderSchema>;
/** What a pod says. */
export type Word = z.output<typeof wordSchema>;

/** The longest is a program's command with its paths. */
const LINE_CHARACTERS_MAX = 1024 * 1024;

/** Says something on a control link; nothing where it is closed. */
export function say(link: Writable, said: Order | Word): void {
  if (link.writable) link.write(`${JSON.stringify(said)}\n`);
}

/** Yields what is said on a control link until it ends. Throws where it breaks off, and where what is said is not understood. */
export async function* listen<Said>(link: Readable, schema: z.ZodType<Said>): AsyncGenerator<Said> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  // Not by lines of readline, which never end where a link is cut off.
  for await (const piece of link as AsyncIterable<Buffer>) {
    rest += decoder.write(piece);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS_MAX) throw new Error('what was said of a program is too long');
    for (const line of lines) yield schema.parse(JSON.parse(line));
  }
}
