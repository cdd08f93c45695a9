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
  feed: 128,
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
    // It returns what whole tables took (`services/context/src/workers/memory.ts`).
    ...(name === 'context' ? ['--expose-gc'] : []),
    bundleOf(name),
  ];
}
