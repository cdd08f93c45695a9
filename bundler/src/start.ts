import { join } from 'node:path';
import { type BundleName, DIRECTORY } from './entries.js';

/** The file that a process begins with, made by `npm run build`. */
export const bundleOf = (name: BundleName) => join(DIRECTORY, `${name}.js`);

/** The processes that serve, each with the mebibytes that its old objects may take. */
const HEAP_MEBIBYTES = {
  sandbox: 256,
  identity: 256,
  wallet: 256,
  context: 256,
  runtime: 448,
  execution: 256,
  edge: 256,
} as const;

/** The name of a process that serves. */
export type ServerName = keyof typeof HEAP_MEBIBYTES;

/**
 * What follows `node` in the command of a process, wherever it is run: its options, then its file
 * (docs/decisions/platform/processes-and-bundles.md).
 */
export function startOf(name: ServerName): string[] {
  return [
    `--max-old-space-size=${HEAP_MEBIBYTES[name]}`,
    ...heapFlagsOf(name),
    // Several processes share a machine: each collects its garbage on its own thread alone, which costs a tenth less a
    // request than helpers that wake the other cores, and runs V8's own code where all share it instead of in a copy.
    '--single-threaded-gc',
    '--no-short-builtin-calls',
    bundleOf(name),
  ];
}

/**
 * A process that answers requests has space for their garbage: its garbage collection is rare, for young objects and old ones.
 * The two that move whole tables would fill any heap, so they have little space for old objects; for young ones as much as
 * a table's rows take, without which half of their processor time is garbage collection. The context service itself gives back
 * what tables took (`services/context/src/workers/memory.ts`).
 */
function heapFlagsOf(name: ServerName): string[] {
  if (name === 'context') return [...fixedYoungGeneration(16), '--expose-gc'];
  return name === 'sandbox' ? fixedYoungGeneration(4) : ['--max-semi-space-size=64', '--heap-growing-percent=300'];
}

/** A young generation of one size in mebibytes, and an old one that grows by little. */
function fixedYoungGeneration(youngMebibytes: number): string[] {
  const young = ['min', 'max'].map((bound) => `--${bound}-semi-space-size=${youngMebibytes}`);
  return [...young, '--heap-growing-percent=30'];
}
